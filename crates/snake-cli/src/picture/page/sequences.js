// The wanted colours above the snake's, as pairs that wrap like words.

/** How a pair stands. The style sheet knows the names. */
function standing(ordinal, state, prefix) {
  if (ordinal < prefix) return 'pair matched';
  const isNext = ordinal === prefix ? ' next' : '';
  if (ordinal >= state.length) return `pair missing${isNext}`;
  const isWrong = state.colours[ordinal] !== state.instance.wanted[ordinal];
  return `pair ${isWrong ? 'wrong' : 'right'}${isNext}`;
}

export class Sequences {
  #list;
  #pairs = [];

  constructor(list) {
    this.#list = list;
  }

  /** Shows the wanted colours of another instance. */
  reset(instance) {
    this.#pairs = instance.wanted.map((colour) => {
      const pair = document.createElement('li');
      const [wanted, actual] = [document.createElement('span'), document.createElement('span')];
      wanted.className = `chip paint-${colour}`;
      wanted.textContent = colour;
      pair.append(wanted, actual);
      return { pair, actual, standing: '', colour: -1 };
    });
    this.#list.replaceChildren(...this.#pairs.map(({ pair }) => pair));
  }

  /** Shows a position. What stays as it was is not touched: that would be most of the work. */
  show(state) {
    const { prefix } = state;
    this.#pairs.forEach((shown, ordinal) => {
      const now = standing(ordinal, state, prefix);
      if (now !== shown.standing) {
        shown.standing = now;
        shown.pair.className = now;
      }
      const colour = state.colours[ordinal] ?? 0;
      if (colour !== shown.colour) {
        shown.colour = colour;
        shown.actual.className = colour ? `chip paint-${colour}` : 'chip empty';
        shown.actual.textContent = colour || '';
      }
    });
  }
}

//! Prints games with a digest of the state after every move, to hold another implementation of the
//! rules to this one.
//!
//! ```text
//! cargo run -p snake-core --example state_digests -- GAMES [INPUT OUTPUT]...
//! ```
//!
//! Of each game three lines are printed: the instance with blanks for line ends, the moves (letters
//! without blanks, `-` for none), and the digests of the start and of the state after each move. First come GAMES random games,
//! the same ones every time: those of the property tests, which seek out the corner cases, on boards of side 5 to 16. They
//! contain illegal moves, which change nothing but the digest. Then come the games of the files.
//!
//! A digest is eight hexadecimal digits: FNV-1a over 32-bit words. Words are, in this order, the event
//! (0 for the start, 1 moved, 2 ate and the colour, 3 bit and the part, 4 out of the board, 5
//! U-turn), the turn, the length, the matched prefix, the score so far, the parts' cells (`row * N +
//! column`, head first), their colours, and the foods, row by row, 0 for none.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use snake_core::{Answer, Direction, Event, IllegalMove, Instance, Score, State};

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/all/games.rs"]
mod games;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/all/reference.rs"]
mod reference;

const FNV_OFFSET: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().ok_or("expected the number of games")?.parse()?;
    let files: Vec<String> = arguments.collect();
    let mut out = BufWriter::new(io::stdout().lock());

    let mut runner = TestRunner::deterministic();
    let strategy = games::games();
    for _ in 0..count {
        let game = strategy.new_tree(&mut runner).map_err(|reason| reason.to_string())?.current();
        print_game(&mut out, &game.instance, &game.moves)?;
    }
    for pair in files.chunks(2) {
        let [input, output] = pair else { return Err("files come in pairs".into()) };
        let instance: Instance = std::fs::read_to_string(input)?.parse()?;
        let answer: Answer = std::fs::read_to_string(output)?.parse()?;
        print_game(&mut out, &instance, answer.directions())?;
    }
    out.flush()?;
    Ok(())
}

fn print_game(out: &mut impl Write, instance: &Instance, moves: &[Direction]) -> io::Result<()> {
    writeln!(out, "{}", instance.to_string().replace('\n', " "))?;
    let letters: String = moves.iter().map(|direction| direction.letter()).collect();
    writeln!(out, "{}", if letters.is_empty() { "-" } else { &letters })?;
    let mut state = State::start(instance);
    write!(out, "{:08x}", digest(&[0], &state))?;
    for &direction in moves {
        let event = match state.advance(direction) {
            Ok(Event::Moved) => vec![1],
            Ok(Event::Ate(colour)) => vec![2, u32::from(colour)],
            Ok(Event::Bit { part }) => vec![3, part as u32],
            Err(IllegalMove::OutOfBoard) => vec![4],
            Err(IllegalMove::UTurn) => vec![5],
        };
        write!(out, " {:08x}", digest(&event, &state))?;
    }
    writeln!(out)
}

fn digest(event: &[u32], state: &State<'_>) -> u32 {
    let side = state.grid().side();
    let mut words = event.to_vec();
    words.extend([state.turns(), state.snake().len(), state.prefix()].map(|number| number as u32));
    words.push(Score::of(state).value() as u32);
    words.extend(state.snake().cells().map(|cell| (cell.row() * side + cell.column()) as u32));
    words.extend(state.colours().iter().map(|&colour| u32::from(colour)));
    let foods = state.grid().cells().map(|cell| state.board().food(cell).unwrap_or(0));
    words.extend(foods.map(u32::from));
    words.iter().fold(FNV_OFFSET, |digest, word| (digest ^ word).wrapping_mul(FNV_PRIME))
}

//! The rules as the statement words them, on plain vectors.
//!
//! Shares nothing with [`State`](snake_core::State) but the words for directions, events and errors:
//! no ring buffer, no serial indices, no figure kept up to date. Slow and obviously right.

use snake_core::{Cell, Direction, Event, IllegalMove, Instance};

/// A row and a column, signed so that a step off the board is a value too.
pub type Place = (i32, i32);

/// A position of the game.
#[derive(Clone, Debug)]
pub struct Reference<'i> {
    wanted: &'i [u8],
    side: i32,
    /// Row-major, `side * side` numbers, 0 for no food.
    foods: Vec<u8>,
    /// Cells by part, head first.
    cells: Vec<Place>,
    /// Colours by ordinal, head first.
    colours: Vec<u8>,
}

impl<'i> Reference<'i> {
    /// The start position of an instance.
    pub fn start(instance: &'i Instance) -> Self {
        let side = instance.side();
        let food_at = |row, column| instance.food(Cell::new(row, column)).unwrap_or(0);
        Self {
            wanted: instance.wanted(),
            side: side as i32,
            foods: (0..side * side).map(|i| food_at(i / side, i % side)).collect(),
            cells: vec![(4, 0), (3, 0), (2, 0), (1, 0), (0, 0)],
            colours: vec![1; 5],
        }
    }

    /// Cells by part, head first.
    pub fn cells(&self) -> &[Place] {
        &self.cells
    }

    /// Colours by ordinal, head first.
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// Colour of the food at a place on the board, 0 for none.
    pub fn food(&self, place: Place) -> u8 {
        self.foods[self.index(place)]
    }

    /// Colours of the foods, row-major, 0 for none.
    pub fn foods(&self) -> &[u8] {
        &self.foods
    }

    fn index(&self, (row, column): Place) -> usize {
        (row * self.side + column) as usize
    }

    /// Whether a place is on the board.
    pub fn is_inside(&self, (row, column): Place) -> bool {
        (0..self.side).contains(&row) && (0..self.side).contains(&column)
    }

    /// The place next to the head in a direction.
    pub fn destination(&self, direction: Direction) -> Place {
        let (row, column) = self.cells[0];
        match direction {
            Direction::Up => (row - 1, column),
            Direction::Down => (row + 1, column),
            Direction::Left => (row, column - 1),
            Direction::Right => (row, column + 1),
        }
    }

    /// One turn.
    pub fn advance(&mut self, direction: Direction) -> Result<Event, IllegalMove> {
        // 1. The destination.
        let destination = self.destination(direction);
        if !self.is_inside(destination) {
            return Err(IllegalMove::OutOfBoard);
        }
        if destination == self.cells[1] {
            return Err(IllegalMove::UTurn);
        }
        // 2. Every old part moves up one ordinal; without food the old tail's cell is given up.
        let colour = self.food(destination);
        self.cells.insert(0, destination);
        if colour == 0 {
            self.cells.pop();
        } else {
            let index = self.index(destination);
            self.foods[index] = 0;
            self.colours.push(colour);
        }
        // 3. The bite.
        let length = self.cells.len();
        for part in 1..=length - 2 {
            if self.cells[part] == self.cells[0] {
                for behind in part + 1..length {
                    let index = self.index(self.cells[behind]);
                    self.foods[index] = self.colours[behind];
                }
                self.cells.truncate(part + 1);
                self.colours.truncate(part + 1);
                return Ok(Event::Bit { part });
            }
        }
        Ok(if colour == 0 { Event::Moved } else { Event::Ate(colour) })
    }

    /// What a turn would do, without doing it.
    pub fn outcome(&self, direction: Direction) -> Result<Event, IllegalMove> {
        self.clone().advance(direction)
    }

    /// The longest common prefix of the snake's colours and the wanted ones.
    pub fn prefix(&self) -> usize {
        self.colours.iter().zip(self.wanted).take_while(|(have, want)| have == want).count()
    }

    /// Twice the sum of the foods' Manhattan distances to the centre of the board.
    pub fn doubled_food_distance(&self) -> u32 {
        let centre = self.side - 1; // twice (side - 1) / 2
        let mut sum = 0;
        for row in 0..self.side {
            for column in 0..self.side {
                if self.food((row, column)) != 0 {
                    sum += (2 * row - centre).abs() + (2 * column - centre).abs();
                }
            }
        }
        sum as u32
    }

    /// T + 10000 * (E + 2 * (M - k)) for a position reached in `turns` turns.
    pub fn score(&self, turns: usize) -> usize {
        let mut mismatches = 0;
        for part in 0..self.colours.len() {
            if self.colours[part] != self.wanted[part] {
                mismatches += 1;
            }
        }
        turns + 10_000 * (mismatches + 2 * (self.wanted.len() - self.colours.len()))
    }

    /// How many times each colour is there, on the board and in the snake together.
    pub fn colour_counts(&self) -> [usize; 8] {
        let mut counts = [0; 8];
        for &colour in self.foods.iter().chain(&self.colours) {
            counts[usize::from(colour)] += 1;
        }
        counts[0] = 0;
        counts
    }

    /// The part, other than the tail itself, that shares the tail's cell.
    pub fn part_sharing_tail(&self) -> Option<usize> {
        let (tail, others) = self.cells.split_last().expect("a snake has parts");
        others.iter().position(|cell| cell == tail)
    }
}

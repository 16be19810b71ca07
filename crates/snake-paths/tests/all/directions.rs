//! The drawn orders are uniform, and their values stay what they are.

use std::collections::BTreeMap;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use snake_core::Direction;
use snake_paths::DirectionOrder;

/// Upper 0.001 point of chi-square with 23 degrees of freedom.
const CHI_SQUARE_BOUND: f64 = 49.73;

#[test]
fn all_24_orders_are_equally_likely() {
    const DRAWS: u32 = 240_000;
    for seed in 0..3 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut counts = BTreeMap::new();
        for _ in 0..DRAWS {
            *counts.entry(DirectionOrder::draw(&mut rng).directions()).or_insert(0u32) += 1;
        }
        let expected = f64::from(DRAWS) / 24.0;
        let chi_square: f64 =
            counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        assert_eq!(counts.len(), 24);
        assert!(chi_square < CHI_SQUARE_BOUND, "seed {seed}: {chi_square}");
    }
}

#[test]
fn an_order_takes_one_draw() {
    let mut drawn = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut stepped = drawn.clone();
    DirectionOrder::draw(&mut drawn);
    stepped.next_u64();
    assert_eq!(drawn, stepped);
}

/// A change of these values changes every answer of every seed.
#[test]
fn value_stability() {
    let tables: String = DirectionOrder::all()
        .map(|order| order.directions().map(Direction::letter).iter().collect())
        .collect::<Vec<String>>()
        .join(" ");
    assert_eq!(
        tables,
        "UDLR UDRL ULDR ULRD URDL URLD DULR DURL DLUR DLRU DRUL DRLU \
         LUDR LURD LDUR LDRU LRUD LRDU RUDL RULD RDUL RDLU RLUD RLDU"
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let drawn: String = (0..12)
        .map(|_| {
            DirectionOrder::draw(&mut rng).directions().map(Direction::letter).iter().collect()
        })
        .collect::<Vec<String>>()
        .join(" ");
    assert_eq!(drawn, "UDRL URDL LRDU DRUL RLDU DRLU LRDU DURL RLDU UDRL ULDR URDL");
}

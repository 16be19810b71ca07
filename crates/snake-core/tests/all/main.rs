//! Tests of snake-core from outside, in one program so that they link once.
//!
//! `docs/testing.md` lists the promises and which test holds each.

mod answer;
mod fixtures;
mod game;
mod games;
mod generator;
mod instance;
mod perft;
mod reference;
mod rules;

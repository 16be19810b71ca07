#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| snake_fuzz::results(data));

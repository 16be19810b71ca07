//! `snake compare`: what it reads, the report as a whole, the HTML file.

use std::fs;
use std::path::Path;

use crate::process::{Run, run, run_with_input, snake};

/// A row as it stands in a file; no turns is a failure.
fn row(seed: u64, turns: Option<u64>) -> String {
    let (status, reason) = match turns {
        Some(_) => ("ok", "null"),
        None => ("crash", "\"exit code 3\""),
    };
    let figure = |value: Option<u64>| value.map_or("null".to_owned(), |value| value.to_string());
    let (t, e, k) = (figure(turns), figure(turns.map(|_| 0)), figure(turns.map(|_| 30)));
    format!(
        r#"{{"seed":{seed},"n":8,"m":30,"c":3,"score":{t},"t":{t},"e":{e},"k":{k},"wall":1.0,"cpu":1.0,"memory":2048,"passes":null,"status":"{status}","reason":{reason},"solver":"./a </script>","hash":"ab","parameters":{{}},"machine":{{"cpu":"x","cores":2}}}}
"#
    )
}

fn compare(folder: &Path, arguments: &[&str]) -> Run {
    run(snake().current_dir(folder).arg("compare").args(arguments))
}

/// A folder with A, which is 5 turns better on eight seeds of ten and fails on one, and a table of B.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let turns = |seed| match seed {
        7 => None,
        8 => Some(108),
        seed => Some(95 + seed),
    };
    let rows: String = (0..10).map(|seed| row(seed, turns(seed))).collect();
    fs::write(folder.path().join("a.jsonl"), rows).unwrap();
    let lines: String = (0..12).map(|seed| format!("{seed},{}\n", 100 + seed)).collect();
    fs::write(folder.path().join("b.csv"), format!("seed,other\n{lines}")).unwrap();
    folder
}

/// What is told of that folder. With turns 5 lower on eight of nine seeds and equal on one, the
/// smallest p-value of eight pairs, 2 / 2^8, is due.
const REPORT: &str = "\
A            a.jsonl
             solver: ./a </script>
B            b.csv

seeds        10 in both, 0 only in A, 2 only in B; both completed 9
failures     A 1, B 0 (in no figure but the rank points)
wins         A has fewer turns on 8, as many on 1, more on 0
mean turns   A 99.8, B 104.2
ratio        0.9570 (0.9512 to 0.9678): geometric mean of A / B, 95 % bootstrap interval
significance p = 0.0078: Wilcoxon's signed ranks of 8 log ratios
resolution   so many seeds show a difference of 1.6 % with a chance of 80 %
rank points  A 8.5, B 1.5 (a better case 1, a tie 1/2, failures rank last)

A failed     seed 7: crash: exit code 3

N            seeds     won    tied    lost  mean A  mean B   ratio   95 % interval
8                9       8       1       0    99.8   104.2   0.957   0.951 to 0.968

M/N²         seeds     won    tied    lost  mean A  mean B   ratio   95 % interval
0.4..0.5         9       8       1       0    99.8   104.2   0.957   0.951 to 0.968

largest differences
    seed       N       M    M/N²       A       B   ratio
       0       8      30   0.469      95     100   0.950
       1       8      30   0.469      96     101   0.950
       2       8      30   0.469      97     102   0.951
       3       8      30   0.469      98     103   0.951
       4       8      30   0.469      99     104   0.952
       5       8      30   0.469     100     105   0.952
       6       8      30   0.469     101     106   0.953
       9       8      30   0.469     104     109   0.954

A is better than B: it takes 0.957 times B's turns (0.951 to 0.968, p = 0.0078).
";

#[test]
fn the_whole_report() {
    let folder = folder();
    let compared = compare(folder.path(), &["a.jsonl", "b.csv"]);
    assert_eq!((compared.code, &*compared.stderr), (Some(0), ""));
    assert_eq!(compared.stdout, REPORT);
}

#[test]
fn results_on_standard_input_and_a_chosen_column() {
    let folder = folder();
    let rows = fs::read(folder.path().join("a.jsonl")).unwrap();
    let mut command = snake();
    command.current_dir(folder.path()).args(["compare", "b.csv:other", "-"]);
    let compared = run_with_input(&mut command, &rows);
    assert_eq!(compared.code, Some(0), "{compared:?}");
    let last = compared.stdout.lines().last().unwrap();
    assert!(last.starts_with("A is worse than B: it takes 1.04"), "{last}");
}

#[test]
fn the_page_holds_the_data_and_no_markup_of_it() {
    let folder = folder();
    let compared = compare(folder.path(), &["a.jsonl", "b.csv", "--html", "report.html"]);
    assert_eq!(compared.code, Some(0), "{compared:?}");
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("[8,8,30,108,108]"), "{page}");
    assert!(page.contains(r"./a \u003c/script\u003e"), "{page}");
    assert_eq!(page.matches("</script>").count(), 2);
    let verdict = compared.stdout.lines().last().unwrap();
    assert!(page.contains(verdict), "{verdict}");
}

#[test]
fn bad_files_are_refused_in_one_line() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("twice.jsonl", &(row(1, Some(5)) + &row(1, Some(5))));
    write("notes.jsonl", &(row(1, Some(5)) + "dear diary\n"));
    write("notes.csv", "seed,x\n1,many\n");
    write("far.csv", "seed,x\n77,5\n");
    write("board.csv", "seed,N,M,x\n1,9,30,5\n");
    for (files, words) in [
        (["none.jsonl", "b.csv"], "snake: none.jsonl: No such file"),
        (["twice.jsonl", "b.csv"], "snake: twice.jsonl: seed 1 a second time"),
        (["a.jsonl", "notes.jsonl"], "snake: notes.jsonl: line 2: not a row of results: "),
        (["a.jsonl", "notes.csv"], "snake: notes.csv: line 2: column of turns: expected a whole"),
        (
            ["a.jsonl", "b.csv:mine"],
            "snake: b.csv: line 1: no column mine of turns; there are: other",
        ),
        (["a.jsonl", "far.csv"], "snake: a.jsonl and far.csv have no seed in common"),
        (["a.jsonl", "board.csv"], "snake: seed 1: N = 8, M = 30 in A, but N = 9, M = 30 in B"),
    ] {
        compare(folder.path(), &files).assert_fails(words);
    }
    let both = compare(folder.path(), &["-", "-"]);
    assert_eq!(both.code, Some(2), "{both:?}");
    compare(folder.path(), &["a.jsonl", "b.csv", "--html", "no/r.html"])
        .assert_fails("snake: no/r.html: ");
}

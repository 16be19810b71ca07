//! Solvers that crash, hang, fork and hang, print without end, print nonsense or nothing: each is told
//! rightly, none of their processes is left, and nothing else is harmed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::rows::{eval, run_json};
use crate::process::{fixture, run};

/// Seconds after which they are killed: enough for a `cat` on a busy machine.
const KILL_AFTER: &str = "3";

/// A command that writes the number of its process, then of some that it leaves behind: a child, one in
/// another session, and a grandchild there whose parent has ended. None of them ends soon.
const LEAVES_BEHIND: &str = "
    sleep 1000 & echo $! >>\"$PIDS\"
    setsid sh -c 'echo $$ >>\"$PIDS\"; trap \"\" TERM INT HUP; sleep 1000; sleep 1000' &
    (setsid sh -c 'sleep 1000 & echo $! >>\"$PIDS\"' &)
    echo $$ >>\"$PIDS\"
    while [ $(wc -l <\"$PIDS\") -lt 4 ]; do sleep 0.01; done;";

/// Processes written down by [`LEAVES_BEHIND`].
const LEFT_BEHIND: usize = 4;

/// Where a command writes its processes.
struct Pids {
    _folder: Option<tempfile::TempDir>,
    path: PathBuf,
}

impl Pids {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pids");
        Self { _folder: Some(folder), path }
    }

    fn at(path: PathBuf) -> Self {
        Self { _folder: None, path }
    }

    fn written(&self) -> Vec<i32> {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        text.lines().map(|line| line.parse().expect("a number")).collect()
    }

    /// Waits until that many are written.
    fn wait_for(&self, count: usize) -> Vec<i32> {
        let start = Instant::now();
        while fs::read_to_string(&self.path).unwrap_or_default().lines().count() < count {
            assert!(start.elapsed() < Duration::from_secs(60), "the command does not start");
            sleep(Duration::from_millis(5));
        }
        self.written()
    }
}

fn runs(pid: i32) -> bool {
    Path::new(&format!("/proc/{pid}")).exists()
}

/// A process that has nothing to do with it all.
struct Bystander(Child);

impl Bystander {
    fn start() -> Self {
        Self(Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn().unwrap())
    }

    fn runs(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Bystander {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn each_is_told_rightly_and_nothing_is_left() {
    let answer = format!("cat '{}'", fixture("answers/0000.txt").display());
    let after = |command: &str| format!("{command} {answer}");
    let solvers = [
        ("exit 3", "crash", "exit code 3"),
        ("echo no luck >&2; echo R; exit 1", "crash", "exit code 1: no luck"),
        ("kill -SEGV $$", "crash", "signal 11 (SIGSEGV)"),
        ("no-such-program", "crash", "exit code 127: sh: 1: no-such-program: not found"),
        ("sleep 1000", "time", "killed after 3 s"),
        ("trap '' TERM INT HUP; while :; do sleep 1; done", "time", "killed after 3 s"),
        ("exec >&- 2>&-; sleep 1000", "time", "killed after 3 s"),
        ("kill -STOP $$", "time", "killed after 3 s"),
        (&format!("{LEAVES_BEHIND} sleep 1000"), "time", "killed after 3 s"),
        (&format!("{LEAVES_BEHIND} exit 1"), "crash", "exit code 1"),
        ("head -c 100000000 /dev/zero | tr '\\0' R", "too-long", "more than 1048576 bytes"),
        ("yes R", "too-long", "more than 1048576 bytes"),
        ("echo U", "illegal", "turn 0"),
        ("echo hello", "illegal", "line 1, column 1"),
        ("printf '\\377\\376'", "illegal", "line 1, column 1"),
        (":", "silent", "no move was printed"),
        ("echo R", "incomplete", "E = 0, k = 5 of M = 30"),
        // What is wrong with these is no matter of the answer.
        (&after(LEAVES_BEHIND), "ok", ""),
        (&after("head -c 100000000 /dev/zero >&2;"), "ok", ""),
        (&after("exec <&-;"), "ok", ""),
    ];
    let mut bystander = Bystander::start();
    thread::scope(|scope| {
        for (solver, status, reason) in &solvers {
            scope.spawn(move || {
                let pids = Pids::new();
                let mut command =
                    eval(&["--seeds", "0..1", "--json", "--kill-after", KILL_AFTER, "--solver"]);
                let evaluated = run(command.arg(solver).env("PIDS", &pids.path));
                let rows = super::rows::rows(&evaluated.stdout);
                assert_eq!(rows.len(), 1, "{solver}: {evaluated:?}");
                assert_eq!(rows[0]["status"], *status, "{solver}: {evaluated:?}");
                let told = rows[0]["reason"].as_str().unwrap_or_default();
                assert!(told.contains(reason), "{solver}: {told}");
                assert_eq!(evaluated.code, Some(i32::from(*status != "ok")), "{solver}");
                let expected = if solver.contains(LEAVES_BEHIND) { LEFT_BEHIND } else { 0 };
                let written = pids.written();
                assert_eq!(written.len(), expected, "{solver}");
                for pid in written {
                    assert!(!runs(pid), "{solver}: process {pid} is left");
                }
                assert!(evaluated.stdout.len() < 10_000, "{solver}");
            });
        }
    });
    assert!(bystander.runs());
}

/// Of two solvers that run at a time, one hangs with its children and the other one answers.
#[test]
fn a_neighbour_is_not_harmed() {
    let pids = Pids::new();
    let answer = fixture("answers/0000.txt").display().to_string();
    // Seed 0 has N = 8; it waits until the other one has started.
    let solver = format!(
        "read n rest; if [ $n = 8 ]; then \
            while [ ! -s \"$PIDS\" ]; do sleep 0.01; done; sleep 1.5; cat '{answer}'; \
         else {LEAVES_BEHIND} echo $$ >\"$PIDS.main\"; sleep 1000; fi"
    );
    let arguments = ["--seeds", "0..2", "--jobs", "2", "--json", "--kill-after", "600", "--solver"];
    let mut command = eval(&arguments);
    command.arg(&solver).env("PIDS", &pids.path);
    let child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The hanging one is killed by its pid while the neighbour runs.
    let main = Pids::at(pids.path.with_extension("main")).wait_for(1)[0];
    kill_process(Pid::from_raw(main).unwrap(), Signal::KILL).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = super::rows::comparable(&text);
    assert_eq!((&rows[0]["status"], &rows[1]["status"]), (&"ok".into(), &"crash".into()), "{text}");
    for pid in pids.written() {
        assert!(!runs(pid), "process {pid} is left");
    }
}

/// Starts an evaluation of a command that hangs with its children.
fn start_hanging(pids: &Pids) -> (Child, Vec<i32>) {
    let solver = format!("{LEAVES_BEHIND} sleep 1000");
    let mut command = eval(&["--seeds", "0..2", "--kill-after", "600", "--solver", &solver]);
    command
        .env("PIDS", &pids.path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let started = pids.wait_for(LEFT_BEHIND);
    assert!(started.iter().all(|&pid| runs(pid)));
    (child, started)
}

#[test]
fn a_killed_evaluation_leaves_nothing() {
    let pids = Pids::new();
    let (mut child, started) = start_hanging(&pids);
    child.kill().unwrap();
    child.wait().unwrap();
    // Nobody is left to wait for; the supervisor cleans up by itself.
    let start = Instant::now();
    while started.iter().any(|&pid| runs(pid)) {
        assert!(start.elapsed() < Duration::from_secs(60), "{started:?} are left");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_interrupted_evaluation_leaves_nothing() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let pids = Pids::new();
        let (mut child, started) = start_hanging(&pids);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
        for pid in started {
            assert!(!runs(pid), "process {pid} is left");
        }
    }
}

/// Other cases of the same run go on.
#[test]
fn a_failure_does_not_end_the_run() {
    let answer = fixture("answers/0002.txt").display().to_string();
    let solver = format!("read n rest; [ $n = 14 ] && cat '{answer}' || kill -ABRT $$");
    let (evaluated, rows) = run_json(&["--seeds", "0..3", "--solver", &solver]);
    let statuses: Vec<_> = rows.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!((evaluated.code, &statuses[..]), (Some(1), &["crash", "crash", "ok"][..]));
    assert!(evaluated.stderr.contains("all                   3       1 "), "{evaluated:?}");
}

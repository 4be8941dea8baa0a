//! Places that cannot be written to: a message that names them, exit code 3, no half files.
#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::{LEVEL, err, feed, kuraban, run};

/// A folder of its own for a test, removed when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = format!("kuraban-faults-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).expect("a folder");
        files
            .map(|file| file.expect("a file").file_name().into_string().unwrap())
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The arguments of every command that writes files, with `PLACE` for where.
const WRITERS: [&[&str]; 6] = [
    &["convert", "-", "--to", "crate", "-o", "PLACE"],
    &["sat", "-", "--bound", "2", "-i", "PLACE"],
    &["sat", "-", "--bound", "2", "-r", "PLACE"],
    &["sat", "-", "-i", "PLACE"],
    &["sat", "-", "-o", "PLACE"],
    &["sat", "-", "-r", "PLACE"],
];
/// The same for those that write folders.
const FOLDER_WRITERS: [&[&str]; 3] = [
    &["bench", "-", "--engine", "bfs", "--out", "PLACE"],
    &["man", "PLACE"],
    &["sat", "-", "--optimize", "--certificate", "PLACE"],
];

fn at<'a>(writer: &[&'a str], place: &'a str) -> Vec<&'a str> {
    writer.iter().map(|&word| if word == "PLACE" { place } else { word }).collect()
}

/// The message names the place, and the exit code is the documented one.
fn assert_told(output: &Output, place: &str, label: &str) {
    let told = err(output);
    assert_eq!(output.status.code(), Some(3), "{label}: {told}");
    assert!(told.contains("error: "), "{label}: {told}");
    assert!(told.contains("cannot write"), "{label}: {told}");
    assert!(told.contains(place), "{label}: {told}");
    assert!(!told.contains("panicked"), "{label}: {told}");
}

#[test]
fn a_full_device_is_told() {
    for writer in WRITERS {
        let output = run(&at(writer, "/dev/full"), LEVEL);
        assert_told(&output, "/dev/full", &writer.join(" "));
    }
    let kind = fs::metadata("/dev/full").expect("the device is still there").file_type();
    assert!(kind.is_char_device());
}

#[test]
fn a_full_standard_output_is_told() {
    let commands: [&[&str]; 9] = [
        &["solve", "-"],
        &["solve", "--json", "-"],
        &["show", "-"],
        &["convert", "-", "--to", "crate"],
        &["sat", "-"],
        &["sat", "-", "--bound", "2"],
        &["bench", "-", "--engine", "bfs"],
        &["engines", "--json"],
        &["completions", "zsh"],
    ];
    for command in commands {
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let output = feed(kuraban().args(command).stdout(full), LEVEL);
        assert_told(&output, "standard output", &command.join(" "));
    }
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    for writer in WRITERS {
        let output = run(&at(writer, "/nowhere/file"), LEVEL);
        assert_told(&output, "/nowhere/file", &writer.join(" "));
    }
    // Folders are made, but not below a file.
    for writer in FOLDER_WRITERS {
        let output = run(&at(writer, "/dev/null/folder"), LEVEL);
        assert_told(&output, "/dev/null/folder", &writer.join(" "));
    }
    assert!(!Path::new("/nowhere").exists());
}

/// Not even root makes files in `/sys`.
#[test]
fn a_folder_that_takes_no_files_is_told() {
    let folder = Folder::new("locked");
    fs::set_permissions(&folder.0, Permissions::from_mode(0o555)).expect("it is ours");
    let mut places = vec!["/sys".to_owned()];
    if File::create(folder.0.join("probe")).is_ok() {
        kuraban_testkit::skip("another user than root, for a read-only folder");
    } else {
        places.push(folder.path(""));
    }
    for place in places {
        let file = Path::new(&place).join("file");
        let file = file.to_str().expect("UTF-8");
        for writer in WRITERS {
            assert_told(&run(&at(writer, file), LEVEL), file, &writer.join(" "));
        }
        for writer in FOLDER_WRITERS {
            assert_told(&run(&at(writer, &place), LEVEL), &place, &writer.join(" "));
        }
    }
    fs::set_permissions(&folder.0, Permissions::from_mode(0o755)).expect("it is ours");
}

/// The disk is full after one block: the old file stays, or there is none.
#[test]
fn no_half_file_is_left() {
    let folder = Folder::new("half");
    let limited = |writer: &[&str], place: &str, input: &str| {
        let script = "ulimit -f 1; trap '' XFSZ; exec \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_kuraban")]);
        feed(command.args(at(writer, place)).stdout(Stdio::null()), input)
    };
    let many = format!("{LEVEL}\n").repeat(2_000);
    for writer in &WRITERS {
        let file = folder.path("file");
        let input = if writer[0] == "convert" { &many } else { LEVEL };
        let output = limited(writer, &file, input);
        if output.status.code() == Some(0) {
            assert_eq!(*writer, WRITERS[4], "only the answer of a solver is that short");
            fs::remove_file(&file).expect("the answer");
            continue;
        }
        assert_told(&output, &file, &writer.join(" "));
        assert_eq!(folder.names(), [""; 0], "{}", writer.join(" "));
    }
    fs::write(folder.path("file"), "old").expect("written");
    for writer in WRITERS.iter().filter(|&&writer| writer != WRITERS[4]) {
        let input = if writer[0] == "convert" { &many } else { LEVEL };
        let output = limited(writer, &folder.path("file"), input);
        assert_told(&output, "file", &writer.join(" "));
        assert_eq!(fs::read(folder.path("file")).expect("a file"), b"old");
        assert_eq!(folder.names(), ["file"]);
    }

    let output = limited(FOLDER_WRITERS[0], &folder.path("bench"), LEVEL);
    assert_told(&output, "bench", "bench");
    for file in fs::read_dir(folder.path("bench")).expect("a folder") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        assert!(text.ends_with('\n'), "{} ends early", path.display());
    }
}

/// A link stays a link.
#[test]
fn the_file_behind_a_link_is_replaced() {
    let folder = Folder::new("link");
    fs::write(folder.path("file"), "old").expect("written");
    std::os::unix::fs::symlink(folder.path("file"), folder.path("link")).expect("linked");
    let output = run(&at(WRITERS[0], &folder.path("link")), LEVEL);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(fs::symlink_metadata(folder.path("link")).expect("a link").is_symlink());
    assert_eq!(
        fs::read_to_string(folder.path("file")).unwrap(),
        "######\n#S CX#\n######\n"
    );
}

/// A link to a file that is not there yet, and a file's mode.
#[test]
fn links_and_modes_stay() {
    let folder = Folder::new("modes");
    std::os::unix::fs::symlink("later", folder.path("link")).expect("linked");
    let output = run(&at(WRITERS[0], &folder.path("link")), LEVEL);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(fs::symlink_metadata(folder.path("link")).expect("a link").is_symlink());
    assert!(fs::symlink_metadata(folder.path("later")).expect("a file").is_file());
    for writer in WRITERS {
        for mode in [0o600, 0o640, 0o755] {
            let file = folder.path("later");
            fs::set_permissions(&file, Permissions::from_mode(mode)).expect("it is ours");
            let output = run(&at(writer, &folder.path("link")), LEVEL);
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            let kept = fs::metadata(&file).expect("a file").permissions().mode();
            assert_eq!(kept & 0o7777, mode, "{}", writer.join(" "));
        }
    }
    let mut names = folder.names();
    names.sort();
    assert_eq!(names, ["later", "link"]);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::new("dash");
    for dash in ["-", "/dev/stdout"] {
        let mut command = kuraban();
        command.args(at(WRITERS[0], dash)).current_dir(&folder.0);
        let output = feed(command.stdout(Stdio::piped()), LEVEL);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(output.stdout, b"######\n#S CX#\n######\n");
    }
    for writer in FOLDER_WRITERS {
        let mut command = kuraban();
        command.args(at(writer, "-")).current_dir(&folder.0).stdout(Stdio::null());
        let output = feed(&mut command, LEVEL);
        assert_eq!(output.status.code(), Some(3), "{}", writer.join(" "));
        assert!(err(&output).contains("standard output"), "{}", err(&output));
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_pipe_is_written_to() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    for writer in WRITERS {
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).expect("text")
        });
        let output = run(&at(writer, &pipe), LEVEL);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(!reader.join().expect("read").is_empty(), "{}", writer.join(" "));
        let kind = fs::symlink_metadata(&pipe).expect("a pipe").file_type();
        assert!(kind.is_fifo(), "{}", writer.join(" "));
    }
}

/// One level of the file cannot be read: the file stays as it is, whatever it is converted to.
#[test]
fn a_file_is_not_replaced_by_half_of_its_levels() {
    let folder = Folder::new("own");
    let text = format!("{LEVEL}\n#####\n#@$q#\n#####\n");
    let (input, other) = (folder.path("input"), folder.path("other"));
    fs::write(&input, &text).expect("written");
    for (place, json) in [(&input, false), (&other, false), (&input, true)] {
        let mut words = vec!["convert", &input, "--to", "xsb", "-o", place];
        words.extend(json.then_some("--json"));
        let output = run(&words, "");
        assert_eq!(output.status.code(), Some(3), "{}", err(&output));
        assert!(err(&output).contains(&**place), "{}", err(&output));
        assert_eq!(fs::read_to_string(&input).expect("text"), text);
        assert_eq!(folder.names(), ["input"]);
    }
}

/// A level that takes a minute, and a place that is known to be bad after a moment.
#[test]
fn places_are_tried_before_the_work_begins() {
    let began = std::time::Instant::now();
    let open = "####################\n#                  #\n#  $  $  $  $  $   #\n\
        #                  #\n#  $  $  $  $  $   #\n#        @         #\n\
        #  .  .  .  .  .   #\n#                  #\n#  .  .  .  .  .   #\n\
        #                  #\n####################\n";
    for writer in [&WRITERS[3], &WRITERS[4], &WRITERS[5], &FOLDER_WRITERS[2]] {
        let mut words = at(writer, "/dev/null/file");
        words.extend(["--maxsteps", "400", "--time", "60s"]);
        let output = run(&words, open);
        assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    }
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn what_must_not_be_written_is_not_replaced() {
    let folder = Folder::new("read-only");
    let file = folder.path("file");
    fs::write(&file, "old").expect("written");
    fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("it is ours");
    if File::options().write(true).open(&file).is_ok() {
        kuraban_testkit::skip("another user than root, for a read-only file");
        return;
    }
    for writer in WRITERS {
        assert_told(&run(&at(writer, &file), LEVEL), &file, &writer.join(" "));
        assert_eq!(fs::read_to_string(&file).expect("text"), "old");
    }
}

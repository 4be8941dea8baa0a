//! A bounded load on the loopback address: no request is lost, and the server keeps
//! running.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use kuraban_web::{ServeOptions, serve_until};
use serde_json::{Value, json};

/// A running server, stopped when it is dropped.
struct Server {
    address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<std::io::Result<()>>>,
}

impl Server {
    fn start() -> Self {
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let ready = move |address| tell.send(address).expect("the test waits");
            serve_until(ServeOptions::default(), ready, async {
                let _ = stopped.await;
            })
        });
        let address = told.recv_timeout(Duration::from_secs(10)).expect("an address");
        Self { address, stop: Some(stop), thread: Some(thread) }
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a timeout");
        let body = body.map_or(String::new(), Value::to_string);
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("a request");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let status =
            text.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let body = text
            .split_once("\r\n\r\n")
            .map_or(String::new(), |(_, body)| body.to_owned());
        (status, body)
    }

    fn unfinished(&self) -> u64 {
        let (_, body) = self.ask("GET", "/api/engines", None);
        let told: Value = serde_json::from_str(&body).expect("JSON");
        told["unfinished"].as_u64().expect("a number")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        let outcome = self.thread.take().expect("a thread").join();
        assert!(thread::panicking() || matches!(outcome, Ok(Ok(()))));
    }
}

#[test]
fn two_hundred_requests_and_twenty_solves_at_once() {
    let server = Server::start();
    let rows = ["######", "#+   #", "#$$$.#", "#.   #", "######"];
    let question =
        json!({"board": {"rows": rows}, "engine": "bfs", "objective": "moves"});
    let read = json!({"text": "#####\n#@$.#\n#####\n"});
    thread::scope(|scope| {
        let jobs: Vec<_> = (0..20)
            .map(|_| {
                scope.spawn(|| {
                    let (status, body) =
                        server.ask("POST", "/api/solves", Some(&question));
                    assert_eq!(status, 202, "{body}");
                    let started: Value = serde_json::from_str(&body).expect("JSON");
                    let events = started["events"].as_str().expect("an address");
                    let (status, text) = server.ask("GET", events, None);
                    status == 200
                        && text.contains("event: done")
                        && text.contains("\"moves\":13")
                })
            })
            .collect();
        let requests: Vec<_> = (0..200)
            .map(|index| {
                let (server, read) = (&server, &read);
                scope.spawn(move || match index % 3 {
                    0 => server.ask("GET", "/", None).0 == 200,
                    1 => server.ask("GET", "/api/engines", None).0 == 200,
                    _ => {
                        let (status, body) = server.ask("POST", "/api/read", Some(read));
                        status == 200 && body.contains("#@$.#")
                    }
                })
            })
            .collect();
        let solved =
            jobs.into_iter().filter_map(|one| one.join().ok()).filter(|&ok| ok).count();
        let answered = requests
            .into_iter()
            .filter_map(|one| one.join().ok())
            .filter(|&ok| ok)
            .count();
        assert_eq!((solved, answered), (20, 200));
    });
    assert_eq!(server.unfinished(), 0);
}

#[test]
fn many_silent_connections_do_no_harm() {
    let server = Server::start();
    let silent: Vec<_> =
        (0..900).filter_map(|_| TcpStream::connect(server.address).ok()).collect();
    assert!(silent.len() > 300);
    let asked = Instant::now();
    assert_eq!(server.ask("GET", "/", None).0, 200);
    assert!(
        asked.elapsed() < Duration::from_secs(5),
        "the silent ones kept the user out"
    );
    for garbage in ["\0\0\0\0", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.write_all(garbage.as_bytes()).expect("written");
        stream.shutdown(std::net::Shutdown::Write).expect("shut down");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        let mut rest = Vec::new();
        // An answer or a closed connection are both fine.
        let _ = stream.read_to_end(&mut rest);
    }
    drop(silent);
    assert_eq!(server.ask("GET", "/", None).0, 200);
}

/// A level that keeps breadth-first search busy for long.
fn long_question() -> Value {
    let mut rows = vec!["####################".to_owned(), "#@                 #".into()];
    for _ in 0..8 {
        rows.push("#  $  $  $  $  $   #".into());
        rows.push("#   .  .  .  .  .  #".into());
    }
    rows.push("####################".into());
    json!({
        "board": {"rows": rows}, "engine": "bfs", "objective": "moves",
        "time": 600, "memory": 1u64 << 30
    })
}

/// A solve, and somebody who listens to it.
fn listen(server: &Server) -> TcpStream {
    let (_, body) = server.ask("POST", "/api/solves", Some(&long_question()));
    let started: Value = serde_json::from_str(&body).expect("JSON");
    let mut tab = TcpStream::connect(server.address).expect("a connection");
    let events = started["events"].as_str().expect("an address");
    write!(tab, "GET {events} HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("a request");
    let mut first = [0; 200];
    assert!(tab.read(&mut first).expect("an event") > 0);
    assert_eq!(server.unfinished(), 1);
    tab
}

#[test]
fn a_closed_tab_leaves_the_server_idle() {
    let server = Server::start();
    let tab = listen(&server);
    drop(tab);
    let closed = Instant::now();
    while server.unfinished() > 0 {
        assert!(closed.elapsed() < Duration::from_secs(1), "the solve went on");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_stop_ends_running_solves() {
    let server = Server::start();
    let mut tab = listen(&server);
    let stopped = Instant::now();
    drop(server);
    assert!(stopped.elapsed() < Duration::from_secs(5), "the server went on");
    let mut rest = String::new();
    tab.read_to_string(&mut rest).expect("the last events");
    assert!(rest.contains("event: done") && rest.contains("cancelled"), "{rest}");
}

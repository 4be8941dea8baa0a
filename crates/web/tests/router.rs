//! The router without a socket.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt;
use kuraban_web::{Limits, ServeOptions, router};
use serde_json::{Value, json};
use tower::ServiceExt;

const SEED_003: &str = "######\n#s   #\n#CCCX#\n#X   #\n######\n";

fn app() -> Router {
    router(ServeOptions::default())
}

async fn send(app: &Router, request: Request<Body>) -> Response {
    app.clone().oneshot(request).await.expect("the router answers everything")
}

async fn body(response: Response) -> Vec<u8> {
    response.into_body().collect().await.expect("a body").to_bytes().to_vec()
}

async fn json_of(response: Response) -> Value {
    serde_json::from_slice(&body(response).await).expect("JSON")
}

async fn get(app: &Router, path: &str) -> Response {
    let request = Request::get(path).header(header::HOST, "localhost:4000");
    send(app, request.body(Body::empty()).expect("a request")).await
}

async fn post(app: &Router, path: &str, value: &Value) -> (StatusCode, Value) {
    let request = Request::post(path)
        .header(header::HOST, "127.0.0.1:4000")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(value.to_string()));
    let response = send(app, request.expect("a request")).await;
    (response.status(), json_of(response).await)
}

/// Starts a solve, reads its events to the end and tells the answer.
async fn solve(app: &Router, question: &Value) -> Value {
    ended(app, question).await["answer"].clone()
}

/// Starts a solve, reads its events to the end and tells its last snapshot.
async fn ended(app: &Router, question: &Value) -> Value {
    let (status, started) = post(app, "/api/solves", question).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    let events = started["events"].as_str().expect("an address");
    let text = String::from_utf8(body(get(app, events).await).await).expect("UTF-8");
    let last = text.rsplit("event: done\n").next().expect("an answer");
    let data = last.lines().find_map(|line| line.strip_prefix("data: ")).expect("data");
    let snapshot: Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(snapshot["state"], "done");
    snapshot
}

#[tokio::test]
async fn the_page_and_its_files_are_there() {
    let app = app();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/js/main.js", "text/javascript; charset=utf-8"),
        ("/favicon.svg", "image/svg+xml"),
    ] {
        let response = get(&app, path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()[header::CONTENT_TYPE], kind, "{path}");
        let policy =
            response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'"), "{path}");
        assert!(response.headers().contains_key(header::ETAG), "{path}");
    }
}

#[tokio::test]
async fn a_known_file_is_not_sent_again() {
    let app = app();
    let tag = get(&app, "/style.css").await.headers()[header::ETAG].clone();
    let request = Request::get("/style.css")
        .header(header::HOST, "localhost")
        .header(header::IF_NONE_MATCH, tag)
        .body(Body::empty());
    let response = send(&app, request.unwrap()).await;
    assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn the_first_load_is_small() {
    let app = app();
    let mut total = 0;
    let index = String::from_utf8(body(get(&app, "/").await).await).unwrap();
    total += index.len() + body(get(&app, "/style.css").await).await.len();
    let mut names = vec!["main.js".to_owned(), "server.js".to_owned()];
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        let response = get(&app, &format!("/js/{name}")).await;
        assert_eq!(response.status(), StatusCode::OK, "{name}");
        let script = String::from_utf8(body(response).await).unwrap();
        total += script.len();
        for import in script.split(" from './").skip(1) {
            let import = import.split('\'').next().unwrap().to_owned();
            if !names.contains(&import) {
                names.push(import);
            }
        }
        next += 1;
    }
    assert!(names.len() > 20 && !names.contains(&"shorter.js".into()), "{names:?}");
    assert!(total < 300_000, "the first load is {total} bytes");
}

#[tokio::test]
async fn nothing_of_the_machine_can_be_read() {
    let app = app();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/js/../../src/lib.rs",
        "/js/..%5c..%5csrc%5clib.rs",
        "/api/collections/..%2f..%2fCargo.toml",
        "/api/collections//etc/passwd",
        "/api/collections/%00",
        "/api/solves/x/files/..%2f..%2fetc%2fpasswd",
    ] {
        let response = get(&app, path).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(json_of(response).await["error"]["message"].is_string(), "{path}");
    }
}

#[tokio::test]
async fn strangers_are_refused() {
    let app = app();
    let plain = |host: &str| Request::get("/api/engines").header(header::HOST, host);
    let refused = [
        plain("evil.example"),
        plain("kuraban.evil.example:4000"),
        plain("localhost:4000").header(header::ORIGIN, "http://evil.example"),
        plain("localhost:4000").header(header::ORIGIN, "null"),
        Request::get("/api/engines"),
        Request::get("http://evil.example/api/engines").header(header::HOST, "localhost"),
    ];
    for request in refused {
        let response = send(&app, request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN);
        assert_eq!(json_of(response).await["error"]["code"], "forbidden");
    }
    let own = plain("localhost:4000").header(header::ORIGIN, "http://localhost:4000");
    assert_eq!(
        send(&app, own.body(Body::empty()).unwrap()).await.status(),
        StatusCode::OK
    );
}

#[tokio::test]
async fn bad_requests_get_words() {
    let app = app();
    let raw = |kind: &str, text: &'static str| {
        Request::post("/api/read")
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(text))
            .unwrap()
    };
    for (request, status, code) in [
        (raw("application/json", "{"), 400, "malformed"),
        (raw("application/json", "nonsense"), 400, "malformed"),
        (raw("application/json", r#"{"text":7}"#), 422, "malformed"),
        (raw("application/json", "[]"), 422, "malformed"),
        (raw("application/json", r#"{"text":"","nonsense":1}"#), 422, "malformed"),
        (raw("text/plain", "{}"), 415, "not_json"),
        (raw("application/json", "{}"), 422, "invalid"),
    ] {
        let response = send(&app, request).await;
        assert_eq!(response.status().as_u16(), status);
        let told = json_of(response).await;
        assert_eq!(told["error"]["code"], code, "{told}");
        let words = told["error"]["message"].as_str().expect("words");
        let inner = ["deserialize", "struct", "Asked", "u32", "target type"];
        assert!(!words.is_empty() && !inner.iter().any(|word| words.contains(word)));
    }
    let large = json!({"text": "#".repeat(5 << 20)});
    let (status, told) = post(&app, "/api/read", &large).await;
    assert_eq!((status.as_u16(), &told["error"]["code"]), (413, &json!("too_large")));
    assert_eq!(get(&app, "/api/read").await.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(get(&app, "/api/nothing").await.status(), StatusCode::NOT_FOUND);
    let wrong = Request::builder()
        .method(Method::DELETE)
        .uri("/")
        .header(header::HOST, "localhost");
    let response = send(&app, wrong.body(Body::empty()).unwrap()).await;
    assert_eq!(json_of(response).await["error"]["code"], "method");
}

#[tokio::test]
async fn text_in_any_dialect_is_read() {
    let app = app();
    let (status, told) = post(&app, "/api/read", &json!({"text": SEED_003})).await;
    assert_eq!(status, StatusCode::OK);
    let level = &told["levels"][0];
    assert_eq!(level["dialect"], "crate");
    assert_eq!(
        level["board"]["rows"],
        json!(["######", "#+   #", "#$$$.#", "#.   #", "######"])
    );
    let (_, told) =
        post(&app, "/api/read", &json!({"text": "#####\n#@$ #\n#####\n"})).await;
    let problem =
        told["levels"][0]["problems"][0]["message"].as_str().unwrap().to_owned();
    assert!(problem.contains("0 goals"), "{problem}");
    let many = "#####\n#@$.#\n#####\n\n".repeat(2100);
    let (_, told) = post(&app, "/api/read", &json!({"text": many})).await;
    assert_eq!(told["levels"].as_array().map(Vec::len), Some(2000));
    assert_eq!(told["truncated"], true);
}

#[tokio::test]
async fn boards_are_written_in_every_dialect() {
    let app = app();
    let rows = json!({"rows": ["######", "#@ $.#", "######"]});
    for to in ["xsb", "glyph", "letter", "ampersand", "crate", "slc", "rle"] {
        let (status, told) =
            post(&app, "/api/convert", &json!({"to": to, "board": rows, "title": "T"}))
                .await;
        assert_eq!(status, StatusCode::OK, "{to}: {told}");
        let (_, again) = post(&app, "/api/read", &json!({"text": told["text"]})).await;
        assert_eq!(again["levels"][0]["board"]["rows"], rows["rows"], "{to}: {told}");
    }
    let boulders = json!({"rules": "boulders", "rows": ["@ $", " .$"]});
    let (_, told) =
        post(&app, "/api/convert", &json!({"to": "boulder", "board": boulders})).await;
    let (_, again) = post(&app, "/api/read", &json!({"text": told["text"]})).await;
    assert_eq!(again["levels"][0]["board"], boulders);
    let (status, told) =
        post(&app, "/api/convert", &json!({"to": "xsb", "board": boulders})).await;
    assert_eq!(status.as_u16(), 422, "{told}");
    let open = json!({"to": "ampersand", "board": {"rows": ["@$."]}});
    assert_eq!(post(&app, "/api/convert", &open).await.0.as_u16(), 422);
}

#[tokio::test]
async fn games_are_checked() {
    let app = app();
    let question = json!({"board": {"rows": ["#####", "#@$.#", "#####"]}, "steps": "R"});
    let (_, told) = post(&app, "/api/verify", &question).await;
    assert_eq!((&told["solves"], &told["pushes"]), (&json!(true), &json!(1)));
    let question = json!({"board": {"rows": ["#####", "#@$.#", "#####"]}, "steps": "lx"});
    assert_eq!(post(&app, "/api/verify", &question).await.0.as_u16(), 422);
}

#[tokio::test]
async fn trouble_is_explained() {
    let app = app();
    let lost = json!({"board": {"rows": ["######", "#$ .@#", "######"]}});
    let (_, told) = post(&app, "/api/position", &lost).await;
    assert_eq!(told["lost"], true);
    assert!(told["reasons"][0].as_str().unwrap().contains("corner"), "{told}");
    let fine = json!({"board": {"rows": ["######", "#@$ .#", "######"]}});
    let (_, told) = post(&app, "/api/position", &fine).await;
    assert_eq!((&told["lost"], &told["least_pushes"]), (&json!(false), &json!(2)));
}

#[tokio::test]
async fn shipped_levels_can_be_had() {
    let app = app();
    let all = json_of(get(&app, "/api/collections").await).await;
    let names: Vec<&str> =
        all.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(
        names.contains(&"first-steps.xsb") && names.contains(&"seeds/seed-003.txt"),
        "{all}"
    );
    let mut titles: Vec<&str> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["title"].as_str().unwrap())
        .collect();
    titles.sort_unstable();
    titles.dedup();
    assert!(titles.len() == names.len() && titles.contains(&"SLC notation"), "{all}");
    for name in names {
        let told = json_of(get(&app, &format!("/api/collections/{name}")).await).await;
        let levels = told["levels"].as_array().unwrap();
        assert!(
            !levels.is_empty() && levels.iter().all(|one| one["board"].is_object()),
            "{name}"
        );
    }
}

#[tokio::test]
async fn engines_are_listed_with_what_they_promise() {
    let told = json_of(get(&app(), "/api/engines").await).await;
    let engines = told["engines"].as_array().unwrap();
    assert_eq!(engines[0]["name"], "auto");
    assert_eq!(engines.iter().filter(|one| one["name"] == "sat").count(), 1);
    assert_eq!(told["external_solver"], Value::Null);
}

#[tokio::test]
async fn solves_are_told_to_their_end() {
    let app = app();
    let board = json!({"rows": ["######", "#+   #", "#$$$.#", "#.   #", "######"]});
    let answer =
        solve(&app, &json!({"board": board, "engine": "bfs", "objective": "moves"}))
            .await;
    assert_eq!(
        (&answer["status"], &answer["moves"]),
        (&json!("solved"), &json!(13)),
        "{answer}"
    );
    assert_eq!(
        (&answer["found_by"], &answer["proved_by"]),
        (&json!("bfs"), &json!("bfs")),
        "{answer}"
    );
    let plan = answer["plan"].as_array().unwrap();
    assert_eq!(plan.len(), 13);
    assert!(plan[0].as_str().unwrap().ends_with("from [1,1]"), "{answer}");
    let lost =
        json!({"board": {"rows": ["#######", "#@$ #.#", "#######"]}, "engine": "bfs"});
    assert_eq!(solve(&app, &lost).await["status"], "unsolvable");
}

/// A room in which the box could be pushed three times, and a way that pushes it five times.
fn roundabout() -> (Value, &'static str) {
    let rows = ["#########", "#       #", "#@ $  . #", "#       #", "#########"];
    (json!({ "rows": rows }), "urrrdLulldRRRR")
}

#[tokio::test]
async fn a_solution_is_made_shorter_and_its_gains_are_told() {
    let (board, solution) = roundabout();
    let optimise = json!({"goal": "moves,pushes", "solution": solution});
    let snapshot = ended(&app(), &json!({"board": board, "optimise": optimise})).await;
    let (gains, answer) = (&snapshot["gains"], &snapshot["answer"]);
    let last = gains.as_array().and_then(|gains| gains.last()).expect("a gain");
    assert_eq!((&last["moves"], &last["pushes"]), (&json!(4), &json!(3)), "{gains}");
    assert!(last["by"].is_string() && last["seconds"].is_number(), "{gains}");
    assert!(last["robot_half_moves"].is_number(), "{gains}");
    assert_eq!(snapshot["solution"], "rRRR");
    assert_eq!(
        (&answer["status"], &answer["solution"]),
        (&json!("solved"), &json!("rRRR"))
    );
    let before = &answer["before"];
    assert_eq!(
        (&before["moves"], &before["pushes"]),
        (&json!(14), &json!(5)),
        "{answer}"
    );
    assert_eq!(answer["stable"], 1, "{answer}");
    assert_eq!(answer["least"], json!(["moves", "pushes"]), "{answer}");
}

#[tokio::test]
async fn only_a_solution_is_made_shorter() {
    let app = app();
    let (board, solution) = roundabout();
    for (optimise, word) in [
        (json!({"goal": "moves,pushes", "solution": "rR"}), "no solution"),
        (json!({"goal": "moves,pushes", "solution": "uuu"}), "no solution"),
        (json!({"goal": "moves,pushes", "solution": "?"}), "?"),
        (json!({"goal": "beauty", "solution": solution}), "beauty"),
        (json!({"goal": "moves,moves", "solution": solution}), "moves"),
    ] {
        let question = json!({"board": board, "optimise": optimise});
        let (status, told) = post(&app, "/api/solves", &question).await;
        assert_eq!(status.as_u16(), 422, "{optimise}: {told}");
        let message = told["error"]["message"].as_str().expect("a message");
        assert!(message.contains(word), "{optimise}: {message}");
    }
    for (name, value) in [("engine", "auto"), ("objective", "moves")] {
        let optimise = json!({"goal": "moves,pushes", "solution": solution});
        let mut question = json!({"board": board, "optimise": optimise});
        question[name] = json!(value);
        let (status, told) = post(&app, "/api/solves", &question).await;
        assert_eq!(status.as_u16(), 422, "{name}: {told}");
        let message = told["error"]["message"].as_str().expect("a message");
        assert!(message.contains("optimise"), "{name}: {message}");
    }
}

#[tokio::test]
async fn a_stopped_run_keeps_its_solution() {
    let app = app();
    let question = long_question();
    let first = json!({"board": question["board"], "engine": "push"});
    let known = solve(&app, &first).await;
    assert_eq!(known["status"], "solved", "{known}");
    let optimise = json!({"goal": "moves,pushes", "solution": known["solution"]});
    let question = json!({"board": question["board"], "optimise": optimise, "time": 600});
    let (_, started) = post(&app, "/api/solves", &question).await;
    let path = format!("/api/solves/{}", started["id"].as_str().unwrap());
    let request =
        Request::delete(&path).header(header::HOST, "localhost").body(Body::empty());
    while json_of(get(&app, &path).await).await["state"] == "waiting" {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    send(&app, request.unwrap()).await;
    body(get(&app, started["events"].as_str().unwrap()).await).await;
    let answer = json_of(get(&app, &path).await).await["answer"].clone();
    assert_eq!(
        (&answer["status"], &answer["reason"]),
        (&json!("solved"), &json!("cancelled")),
        "{answer}"
    );
    assert!(answer["moves"].as_u64() <= known["moves"].as_u64(), "{answer}");
}

/// Whoever names neither engine nor objective gets a first solution that was made shorter.
#[tokio::test]
async fn a_plain_solve_is_shortened() {
    let app = app();
    let plain = json!({ "text": SEED_003 });
    let answer = solve(&app, &plain).await;
    assert_eq!(
        (&answer["moves"], &answer["pushes"]),
        (&json!(13), &json!(4)),
        "{answer}"
    );
    let optimal = answer["optimal"].as_array().expect("claims");
    assert!(optimal.contains(&json!("moves")), "{answer}");
    let mut named = plain;
    named["engine"] = json!("auto");
    let first = solve(&app, &named).await;
    assert!(
        first["moves"].as_u64() > Some(13),
        "the first solution is as short: {first}"
    );
}

#[tokio::test]
async fn the_planner_keeps_to_its_bound() {
    let app = app();
    let question = |sat: Value| json!({"text": SEED_003, "engine": "sat", "sat": sat});
    let answer = solve(&app, &question(json!({"max_steps": 12}))).await;
    assert_eq!(
        (&answer["status"], &answer["reason"]),
        (&json!("limit"), &json!("steps"))
    );
    let answer =
        solve(&app, &question(json!({"max_steps": 13, "optimize": false}))).await;
    assert_eq!(answer["moves"], 13);
    assert!(answer["optimal"].as_array().unwrap().contains(&json!("moves")), "{answer}");
    let answer = solve(&app, &question(json!({"max_steps": 40, "any": true}))).await;
    assert!(
        answer["moves"].as_u64().is_some_and(|moves| (13..=40).contains(&moves)),
        "{answer}"
    );
    let (status, told) =
        post(&app, "/api/solves", &question(json!({"external": true}))).await;
    assert_eq!(status.as_u16(), 422, "{told}");
    let (status, _) =
        post(&app, "/api/solves", &question(json!({"solver": "/bin/sh"}))).await;
    assert_eq!(status.as_u16(), 422);
}

#[tokio::test]
async fn the_planners_files_can_be_fetched() {
    let app = app();
    let question = json!({"text": SEED_003, "engine": "sat", "sat": {"max_steps": 13, "files": true}});
    let (_, started) = post(&app, "/api/solves", &question).await;
    let id = started["id"].as_str().unwrap();
    body(get(&app, started["events"].as_str().unwrap()).await).await;
    let snapshot = json_of(get(&app, &format!("/api/solves/{id}")).await).await;
    assert_eq!(
        snapshot["answer"]["files"].as_array().map(Vec::len),
        Some(3),
        "{snapshot}"
    );
    let file =
        body(get(&app, &format!("/api/solves/{id}/files/solver_input.cnf")).await).await;
    let text = String::from_utf8(file).unwrap();
    assert!(text.lines().any(|line| line.starts_with("p cnf ")), "{}", &text[..200]);
    let missing = get(&app, &format!("/api/solves/{id}/files/passwd")).await;
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_planners_files_appear_in_the_given_folder() {
    let folder =
        std::env::temp_dir().join(format!("kuraban-web-files-{}", std::process::id()));
    let options = ServeOptions { files: Some(folder.clone()), ..ServeOptions::default() };
    let app = router(options);
    let question = json!({"text": SEED_003, "engine": "sat", "sat": {"max_steps": 13, "files": true}});
    let answer = solve(&app, &question).await;
    assert_eq!(answer["files"], json!([]));
    let told = answer["notes"].to_string();
    assert!(told.contains("Files were written into"), "{told}");
    assert!(told.contains("solver_input.cnf"), "{told}");
    assert!(folder.join("solver_input.cnf").is_file());
    assert!(folder.join("solver_output.cnf").is_file());
    std::fs::remove_dir_all(folder).unwrap();
}

/// A level that keeps breadth-first search busy for long.
fn long_question() -> Value {
    let mut rows = vec!["####################".to_owned()];
    rows.push("#@                 #".into());
    for _ in 0..8 {
        rows.push("#  $  $  $  $  $   #".into());
        rows.push("#   .  .  .  .  .  #".into());
    }
    rows.push("#                  #".into());
    rows.push("####################".into());
    json!({"board": {"rows": rows}, "engine": "bfs", "objective": "moves", "time": 600, "memory": 1u64 << 30})
}

#[tokio::test]
async fn a_solve_can_be_cancelled() {
    let app = app();
    let (_, started) = post(&app, "/api/solves", &long_question()).await;
    let path = format!("/api/solves/{}", started["id"].as_str().unwrap());
    let request =
        Request::delete(&path).header(header::HOST, "localhost").body(Body::empty());
    assert_eq!(send(&app, request.unwrap()).await.status(), StatusCode::NO_CONTENT);
    body(get(&app, started["events"].as_str().unwrap()).await).await;
    let snapshot = json_of(get(&app, &path).await).await;
    assert_eq!(snapshot["answer"]["reason"], "cancelled", "{snapshot}");
    assert_eq!(get(&app, "/api/solves/none").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn who_stops_listening_stops_the_solve() {
    let app = app();
    let (_, started) = post(&app, "/api/solves", &long_question()).await;
    let events = get(&app, started["events"].as_str().unwrap()).await;
    let mut stream = events.into_body();
    stream.frame().await.expect("a first event").expect("a frame");
    drop(stream);
    let path = format!("/api/solves/{}", started["id"].as_str().unwrap());
    for _ in 0..100 {
        let snapshot = json_of(get(&app, &path).await).await;
        if snapshot["state"] == "done" {
            assert_eq!(snapshot["answer"]["reason"], "cancelled");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the solve went on");
}

#[tokio::test]
async fn a_solve_that_nobody_asks_about_ends() {
    let unattended = std::time::Duration::from_millis(80);
    let limits = Limits { unattended, ..Limits::default() };
    let app = router(ServeOptions { limits, ..ServeOptions::default() });
    post(&app, "/api/solves", &long_question()).await;
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        if json_of(get(&app, "/api/engines").await).await["unfinished"] == 0 {
            return;
        }
    }
    panic!("the solve went on");
}

#[tokio::test]
async fn too_much_is_refused() {
    let limits = Limits { unfinished: 2, running: 1, ..Limits::default() };
    let app = router(ServeOptions { limits, ..ServeOptions::default() });
    for _ in 0..2 {
        assert_eq!(
            post(&app, "/api/solves", &long_question()).await.0,
            StatusCode::ACCEPTED
        );
    }
    let (status, told) = post(&app, "/api/solves", &long_question()).await;
    assert_eq!((status.as_u16(), &told["error"]["code"]), (503, &json!("busy")));
    let huge = json!({"board": {"rows": vec![" ".repeat(300); 300]}});
    assert_eq!(post(&app, "/api/solves", &huge).await.0.as_u16(), 422);
    for (field, value) in
        [("engine", json!("none")), ("objective", json!("none")), ("time", json!(-1.0))]
    {
        let mut question = long_question();
        question[field] = value;
        assert_eq!(post(&app, "/api/solves", &question).await.0.as_u16(), 422, "{field}");
    }
}

#[tokio::test]
async fn a_level_is_checked() {
    let app = app();
    let rows = ["#######", "#@$.  #", "#  $ .#", "#######"];
    let asked = json!({"board": {"rows": rows}, "rules": "B"});
    let (status, report) = post(&app, "/api/check", &asked).await;
    assert!(status.is_success(), "{report}");
    assert_eq!(report["findings"][0]["rule"], "B2");
    assert_eq!(report["findings"][0]["squares"][0], json!([1, 2]));
    assert_eq!(report["fingerprint"]["pushes"], 3);
    assert!(report["difficulty"]["value"].is_number(), "{report}");
    let unknown = json!({"board": {"rows": rows}, "rules": "X9"});
    let (status, answer) = post(&app, "/api/check", &unknown).await;
    assert_eq!(status.as_u16(), 422);
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.contains("X9"), "{message}");
}

#[tokio::test]
async fn the_interface_is_described() {
    let told = json_of(get(&app(), "/api/openapi.json").await).await;
    assert!(told["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let described: Vec<&String> = told["paths"].as_object().unwrap().keys().collect();
    let source = include_str!("../src/router.rs");
    let routed: Vec<String> = source
        .split(".route(\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with("/api/") && !path.ends_with("openapi.json"))
        .map(|path| path.replace("{*", "{"))
        .collect();
    assert!(routed.len() >= 10);
    for path in &routed {
        assert!(described.contains(&path), "{path} is not described");
    }
    assert_eq!(described.len(), routed.len(), "{described:?}");
}

/// Every field that a request may have is described, and no other is taken.
#[tokio::test]
async fn what_is_not_described_is_refused() {
    let app = app();
    let told = json_of(get(&app, "/api/openapi.json").await).await;
    let schema_of = |path: &str| {
        let content = &told["paths"][path]["post"]["requestBody"]["content"];
        let json = content["application/json"].clone();
        let name = json["schema"]["$ref"].as_str().and_then(|r| r.rsplit('/').next());
        let schema = name.map_or(json["schema"].clone(), |name| {
            told["components"]["schemas"][name].clone()
        });
        (schema, json["example"].clone())
    };
    for path in [
        "/api/read",
        "/api/convert",
        "/api/verify",
        "/api/position",
        "/api/check",
        "/api/solves",
    ] {
        let (schema, example) = schema_of(path);
        assert_eq!(schema["additionalProperties"], false, "{path}");
        let (status, answer) = post(&app, path, &example).await;
        assert!(status.is_success(), "{path}: {answer}");
        let mut more = example.clone();
        more["surprise"] = json!(1);
        let (status, answer) = post(&app, path, &more).await;
        assert_eq!(status.as_u16(), 422, "{path}: {answer}");
        let message = answer["error"]["message"].as_str().expect("a message");
        assert!(message.contains("surprise"), "{path}: {message}");
        // What is described exists: a wrong type is what is refused, not the name.
        for name in schema["properties"].as_object().expect("fields").keys() {
            let mut wrong = example.clone();
            wrong[name] = json!([[]]);
            let (status, answer) = post(&app, path, &wrong).await;
            assert_eq!(status.as_u16(), 422, "{path} {name}");
            let message = answer["error"]["message"].as_str().expect("a message");
            assert!(!message.contains("unknown field"), "{path} {name}: {message}");
        }
    }
    let none = json!({"text": "######\n#@ $.#\n######\n", "index": 0});
    assert_eq!(post(&app, "/api/position", &none).await.0.as_u16(), 422);
    let ever = json!({"text": "######\n#@ $.#\n######\n", "time": 1e300});
    assert_eq!(post(&app, "/api/solves", &ever).await.0.as_u16(), 202);
}

async fn picture(
    app: &Router,
    path: &str,
    value: &Value,
) -> (StatusCode, String, Vec<u8>) {
    let request = Request::post(path)
        .header(header::HOST, "127.0.0.1:4000")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(value.to_string()));
    let response = send(app, request.expect("a request")).await;
    let kind =
        response.headers()[header::CONTENT_TYPE].to_str().expect("a kind").to_owned();
    (response.status(), kind, body(response).await)
}

#[tokio::test]
async fn pictures_are_drawn() {
    let app = app();
    let level = json!({ "rows": ["######", "#@ $.#", "######"] });
    for what in ["level", "solution", "steps", "heat:visits", "heat:pushes", "tree"] {
        let asked =
            json!({ "board": level, "what": what, "steps": "rR", "title": "A & B" });
        let (status, kind, bytes) = picture(&app, "/api/draw", &asked).await;
        assert_eq!((status, &*kind), (StatusCode::OK, "image/svg+xml"), "{what}");
        let svg = String::from_utf8(bytes).expect("UTF-8");
        assert!(svg.contains("A &amp; B"), "{what}");
    }
    let asked = json!({ "board": level, "form": "png", "theme": "dark" });
    let (_, kind, bytes) = picture(&app, "/api/draw", &asked).await;
    assert!(kind == "image/png" && bytes.starts_with(b"\x89PNG"));
    for (form, begins) in
        [("svg", &b"<svg"[..]), ("gif", b"GIF89a"), ("apng", b"\x89PNG")]
    {
        let asked = json!({ "board": level, "steps": "rR", "form": form, "by": "push" });
        let (status, _, bytes) = picture(&app, "/api/animate", &asked).await;
        assert!(status == StatusCode::OK && bytes.starts_with(begins), "{form}");
    }
}

#[tokio::test]
async fn what_cannot_be_drawn_is_refused() {
    let app = app();
    let level = json!({ "rows": ["######", "#@ $.#", "######"] });
    let wide = json!({ "rows": [format!("@$.{}", " ".repeat(20))] });
    for (path, asked, why) in [
        ("/api/draw", json!({ "board": level, "what": "x" }), "`x` cannot be drawn here"),
        ("/api/draw", json!({ "board": level, "form": "gif" }), "try svg or png"),
        ("/api/draw", json!({ "board": level, "what": "solution" }), "drawn of steps"),
        ("/api/draw", json!({ "board": level, "what": "steps" }), "drawn of steps"),
        ("/api/draw", json!({ "board": level, "theme": "x" }), "`x` is no theme"),
        (
            "/api/draw",
            json!({ "board": level, "what": "solution", "steps": "l" }),
            "step 1",
        ),
        ("/api/draw", json!({ "board": wide, "what": "tree" }), "at most 12 squares"),
        (
            "/api/draw",
            json!({ "board": level, "what": "tree", "engine": "push" }),
            "classic",
        ),
        (
            "/api/animate",
            json!({ "board": level, "steps": "r".repeat(6000) }),
            "5000 steps",
        ),
        (
            "/api/animate",
            json!({ "board": level, "steps": "r", "by": "x" }),
            "kind of frame",
        ),
        ("/api/draw", json!({ "board": level, "surprise": 1 }), "surprise"),
        (
            "/api/animate",
            json!({ "board": level, "steps": "r", "surprise": 1 }),
            "surprise",
        ),
    ] {
        let (status, told) = post(&app, path, &asked).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{asked}");
        let message = told["error"]["message"].as_str().expect("a message");
        assert!(message.contains(why), "{message}");
    }
}

#[tokio::test]
async fn a_new_level_is_as_hard_as_wanted_and_the_same_for_its_seed() {
    let app = app();
    let asked = json!({"difficulty": 30, "seed": 5});
    let (status, told) = post(&app, "/api/generate", &asked).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let level = &told["levels"][0];
    let note = level["notes"][0].as_str().expect("a note");
    assert!(note.contains("difficulty: ") && note.contains("(least)"), "{note}");
    let steps = level["games"][0].as_str().expect("a solution");
    let question = json!({"board": level["board"], "steps": steps});
    let (_, checked) = post(&app, "/api/verify", &question).await;
    assert_eq!(checked["solves"], true);
    assert_eq!(post(&app, "/api/generate", &asked).await.1, told);
    let (_, other) = post(&app, "/api/generate", &json!({"difficulty": 30})).await;
    assert_ne!(other["levels"][0]["id"], level["id"]);
    for bad in [json!({}), json!({"difficulty": 101}), json!({"difficulty": 1, "x": 1})] {
        let (status, _) = post(&app, "/api/generate", &bad).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
    }
}

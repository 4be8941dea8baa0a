//! The listener on the loopback address.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::ServeOptions;
use crate::router::{App, with};
use crate::seats::{Seat, Seats};

/// The head of a request must arrive within this time.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Open requests get this long to end after a stop.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Serves the page until the process is asked to stop (Ctrl-C, or SIGTERM where that exists).
/// `ready` is told the address once connections are taken; nothing is printed.
pub fn serve(options: ServeOptions, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    serve_until(options, ready, asked_to_stop())
}

/// Serves the page until `stop` comes true.
pub fn serve_until(
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        ready(listener.local_addr()?);
        accept(&listener, options, stop).await;
        Ok(())
    });
    runtime.shutdown_timeout(LAST_WORDS);
    outcome
}

async fn accept(
    listener: &TcpListener,
    options: ServeOptions,
    stop: impl Future<Output = ()>,
) {
    let most = options.limits.connections;
    let seats = Seats::default();
    let app = App::new(options);
    let router = with(app.clone());
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match stream {
            // Without a seat the connection is closed at once.
            Ok((stream, _)) => {
                if let Some(seat) = seats.take(most) {
                    tokio::spawn(connection(stream, router.clone(), seat, &graceful));
                }
            }
            // Most likely out of file descriptors, which passes.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    app.jobs().stop_all();
    // Connections that are still open then are cut off.
    let _ = tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await;
}

/// One connection until its end; the browser's errors are the browser's.
fn connection(
    stream: TcpStream,
    router: Router,
    seat: Seat,
    graceful: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    // Sends small answers at once; where that is not possible, they go out a little later.
    let _ = stream.set_nodelay(true);
    let guest = seat.guest.clone();
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request| {
        let (answering, guest) = (router.call(request), guest.clone());
        async move {
            let answer = answering.await;
            guest.answered();
            answer
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service);
    let serving = graceful.watch(serving);
    async move {
        tokio::select! {
            _ = serving => {}
            () = seat.guest.leaving() => {}
        }
    }
}

#[cfg(unix)]
async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return interrupted().await;
    };
    tokio::select! {
        () = interrupted() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked_to_stop() {
    interrupted().await;
}

/// If Ctrl-C cannot be caught, it ends the process anyway.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

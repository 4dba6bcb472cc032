// libwebsockets behind opaque handles: plain functions, no macro, no foreign struct. Builds with 4.1.6 and 4.3.5.
//
// Unless a function says otherwise it must be called on the loop's own thread, the one that calls `cws_loop_service`
// (or before that thread starts). Every string and byte range passed in is copied or used before the call returns;
// every one passed to a callback is valid until that callback returns.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// One libwebsockets context: all sockets one thread serves.
typedef struct cws_loop cws_loop;
/// A listening socket that the loop watches.
typedef struct cws_listener cws_listener;
/// One TCP connection, from its acceptance (or its connect) until `closed`.
typedef struct cws_connection cws_connection;
/// A one-shot timer that belongs to a loop.
typedef struct cws_timer cws_timer;

/// Where the loop reports. All are called on the loop thread; `owner` is what the handle was made with.
struct cws_callbacks {
    /// A peer at `address` (numeric, no port) connected: the owner of the new connection, or null to close it at once.
    void *_Nullable (*_Nonnull admit)(void *_Nonnull listener_owner, const char *_Nonnull address);
    /// The connection that `admit` let in now exists.
    void (*_Nonnull admitted)(void *_Nonnull owner, cws_connection *_Nonnull connection);
    /// A whole HTTP request head is there: answer with `cws_accept` or `cws_refuse` before returning.
    void (*_Nonnull requested)(void *_Nonnull owner);
    /// The WebSocket is open (both sides).
    void (*_Nonnull opened)(void *_Nonnull owner);
    /// Bytes or a PONG came in at `received_ns` (CLOCK_MONOTONIC).
    void (*_Nonnull alive)(void *_Nonnull owner, int64_t received_ns);
    /// One whole binary message; `received_ns` is CLOCK_MONOTONIC when its last bytes had come off the socket.
    void (*_Nonnull message)(
        void *_Nonnull owner, const uint8_t *_Nullable bytes, size_t count, int64_t received_ns);
    /// A message went over the connection's limit; nothing more is delivered.
    void (*_Nonnull too_large)(void *_Nonnull owner);
    /// The socket takes bytes; the only place for `cws_write`, `cws_ping` and `cws_close`.
    void (*_Nonnull writable)(void *_Nonnull owner);
    /// The peer sent CLOSE with this code (1005 when it gave none); libwebsockets echoes it.
    void (*_Nonnull peer_closed)(
        void *_Nonnull owner, uint16_t code, const uint8_t *_Nullable reason, size_t count);
    /// A client connection did not open. `status` is the HTTP status or 0, `text` the status line's or the library's words.
    void (*_Nonnull failed)(void *_Nonnull owner, int status, const char *_Nonnull text);
    /// The connection is gone and its handle with it; always the last callback of a connection.
    void (*_Nonnull closed)(void *_Nonnull owner);
    /// A timer ran out.
    void (*_Nonnull fired)(void *_Nonnull owner);
};

/// Makes a loop with its own libwebsockets context; null on failure, see `cws_last_error`. Ignores SIGPIPE and
/// silences libwebsockets' log for the process. May be called on any thread. Free with `cws_loop_free`.
cws_loop *_Nullable cws_loop_new(const struct cws_callbacks *_Nonnull callbacks);

/// Waits for events and serves them once. Negative when the context is broken.
int cws_loop_service(cws_loop *_Nonnull loop);

/// Makes the present or next `cws_loop_service` return soon. The one function for any thread; the loop must be alive.
void cws_loop_wake(cws_loop *_Nonnull loop);

/// Drops every connection (`closed` is called for each) and frees the loop. Free its timers before.
void cws_loop_free(cws_loop *_Nonnull loop);

/// The version of the library that is linked, as it calls itself; static. Any thread.
const char *_Nonnull cws_library_version(void);

/// The last error libwebsockets logged on the calling thread, or an empty string. Valid until the next one.
const char *_Nonnull cws_last_error(void);

/// Opens a listening TCP socket on a numeric address (null: every address, IPv6 and IPv4). Port 0 lets the kernel
/// choose; `bound_port` receives the port. The descriptor (caller's until `cws_listen`) or a negative errno. Any thread.
int cws_open_listening_socket(const char *_Nullable address, uint16_t port, uint16_t *_Nonnull bound_port);

/// Closes a descriptor that was not handed over. Any thread.
void cws_close_socket(int descriptor);

/// Starts accepting on `descriptor`, which the loop now owns, also when null is returned.
cws_listener *_Nullable cws_listen(cws_loop *_Nonnull loop, int descriptor, void *_Nonnull owner, size_t max_message_bytes);

/// Stops accepting and closes the socket; the handle is gone.
void cws_stop_listening(cws_listener *_Nonnull listener);

/// Starts a client connection to a numeric address; the result comes through `opened` or `failed` and `closed`. Null
/// when it failed at once (no callback was or will be called).
/// - `host`: the Host header's value; `path`: from the first slash on; `protocols`: comma separated, null for none
/// - `headers`: further header lines, each ending in CR LF
cws_connection *_Nullable cws_connect(
    cws_loop *_Nonnull loop, void *_Nonnull owner, const char *_Nonnull address, uint16_t port,
    const char *_Nonnull host, const char *_Nonnull path, const char *_Nullable protocols,
    const char *_Nonnull headers, size_t max_message_bytes);

/// The parts of a request's head that `cws_request_header` reads.
enum cws_header {
    cws_header_path,
    cws_header_host,
    cws_header_upgrade,
    cws_header_connection,
    cws_header_key,
    cws_header_version,
    cws_header_protocol,
    cws_header_authorization,
    cws_header_user_agent,
};

/// Copies a header of the request into `buffer` (null-terminated); only within `requested`.
/// The length, 0 when absent or empty, -1 when it does not fit.
int cws_request_header(
    cws_connection *_Nonnull connection, enum cws_header header, char *_Nonnull buffer, size_t capacity);

/// Lets the upgrade go on with `protocol`, one of those the client offered (empty when it offered none); only within
/// `requested`. At most 64 bytes.
void cws_accept(cws_connection *_Nonnull connection, const char *_Nonnull protocol);

/// Sends a whole HTTP response and closes; only within `requested`.
void cws_refuse(cws_connection *_Nonnull connection, const uint8_t *_Nonnull response, size_t count);

/// The sub-protocol the server chose (client side, from `opened` on); empty when it named none.
const char *_Nonnull cws_subprotocol(cws_connection *_Nonnull connection);

/// Asks for `writable`.
void cws_want_write(cws_connection *_Nonnull connection);

/// Whether the socket takes another frame without buffering; only within `writable`.
int cws_can_write(cws_connection *_Nonnull connection);

/// Sends one binary message; only within `writable` and after `cws_can_write`. 0, or -1 when the connection is lost.
int cws_write(cws_connection *_Nonnull connection, const uint8_t *_Nullable bytes, size_t count);

/// Sends a PING; only within `writable` and after `cws_can_write`. 0, or -1 when the connection is lost.
int cws_ping(cws_connection *_Nonnull connection);

/// Starts the closing handshake when `writable` returns; the peer has 5 s to echo. The reason is UTF-8, at most 123 bytes.
void cws_close(
    cws_connection *_Nonnull connection, uint16_t code, const uint8_t *_Nullable reason, size_t count);

/// Stops or resumes reading from an open connection; the rest of what was read already may still be delivered.
void cws_pause(cws_connection *_Nonnull connection, int paused);

/// Closes the TCP connection without a word, in the loop's next round.
void cws_kill(cws_connection *_Nonnull connection);

/// Names the calling thread, for debuggers and `top`; the kernel keeps 15 bytes. Any thread.
void cws_name_thread(const char *_Nonnull name);

/// Makes a timer; null when out of memory. Free with `cws_timer_free` before the loop goes.
cws_timer *_Nullable cws_timer_new(cws_loop *_Nonnull loop, void *_Nonnull owner);

/// Makes the timer fire once, after `microseconds`; replaces an earlier call. Negative cancels.
void cws_timer_set(cws_timer *_Nonnull timer, int64_t microseconds);

/// Cancels and frees the timer.
void cws_timer_free(cws_timer *_Nonnull timer);

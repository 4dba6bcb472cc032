#define _GNU_SOURCE
#include "CWebSocket.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    protocol_limit = 64,           // bytes of a sub-protocol's name
    service_buffer = 32 * 1024,    // bytes; bounds a request we send and one read
    receive_buffer = 8 * 1024,     // bytes per connection
    header_limit = 8 * 1024,       // bytes of all request headers together
    kept_buffer = 64 * 1024,       // bytes of a message buffer kept for the next message
    descriptor_limit = 1 << 20,    // above this, libwebsockets' tables by descriptor number cost too much
    backstop_seconds = 120,        // libwebsockets' own time limits; ours are shorter and kept in Swift
    accept_batch = 64,             // connections accepted in one go
    accept_pause_us = 100 * 1000,  // rest when the process has no descriptor left
};

// What a wsi's opaque pointer points to starts with this.
enum kind { kind_listener, kind_connection };

struct cws_loop {
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct cws_callbacks callbacks;
    uint8_t *scratch;
    size_t scratch_size;
    // protocols[1] bears the name the handshake under way was given: libwebsockets looks for it among those offered.
    struct lws_protocols protocols[3];
    char chosen[protocol_limit + 1];
#if LWS_LIBRARY_VERSION_NUMBER >= 4003000
    lws_log_cx_t log;
#endif
};

struct cws_listener {
    enum kind kind;
    struct cws_loop *loop;
    struct lws *wsi;
    void *owner;
    int descriptor;
    size_t max_message_bytes;
    lws_sorted_usec_list_t retry;
};

struct cws_connection {
    enum kind kind;
    struct cws_loop *loop;
    struct lws *wsi;
    void *owner;
    char *headers;  // client: further header lines
    uint8_t *message;
    size_t message_count;
    size_t message_capacity;
    size_t max_message_bytes;
    int *gone;  // set to 1 when the connection goes while it is being made
    int quiet;  // no callbacks: the maker reports
    int deaf;   // what comes in is thrown away
    int answered;
    int accepted;
    int closing;
    char subprotocol[protocol_limit + 1];
};

struct cws_timer {
    struct cws_loop *loop;
    void *owner;
    lws_sorted_usec_list_t sul;
};

// With zero seconds libwebsockets runs no heartbeat of its own.
static const lws_retry_bo_t no_heartbeat;

static _Thread_local char last_error[256];

static void note_error(int level, const char *line) {
    (void)level;
    size_t count = strcspn(line, "\n");
    if (count >= sizeof last_error) count = sizeof last_error - 1;
    memcpy(last_error, line, count);
    last_error[count] = 0;
}

const char *cws_library_version(void) { return lws_get_library_version(); }

const char *cws_last_error(void) { return last_error; }

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct cws_connection *connection_of(struct lws *wsi) {
    enum kind *kind = lws_get_opaque_user_data(wsi);
    return kind && *kind == kind_connection ? (struct cws_connection *)kind : NULL;
}

static struct cws_listener *listener_of(struct lws *wsi) {
    enum kind *kind = lws_get_opaque_user_data(wsi);
    return kind && *kind == kind_listener ? (struct cws_listener *)kind : NULL;
}

// MARK: Receiving

static int hold(struct cws_connection *connection, const void *bytes, size_t count) {
    size_t needed = connection->message_count + count;
    if (needed > connection->message_capacity) {
        size_t capacity = connection->message_capacity ? connection->message_capacity : 4096;
        while (capacity < needed) capacity *= 2;
        uint8_t *grown = realloc(connection->message, capacity);
        if (!grown) return -1;
        connection->message = grown;
        connection->message_capacity = capacity;
    }
    if (count) memcpy(connection->message + connection->message_count, bytes, count);
    connection->message_count = needed;
    return 0;
}

static void release_message(struct cws_connection *connection, size_t keep) {
    connection->message_count = 0;
    if (connection->message_capacity <= keep) return;
    free(connection->message);
    connection->message = NULL;
    connection->message_capacity = 0;
}

static void received(struct cws_connection *connection, const uint8_t *bytes, size_t count) {
    int64_t at = now_ns();
    const struct cws_callbacks *callbacks = &connection->loop->callbacks;
    callbacks->alive(connection->owner, at);
    if (connection->deaf || !lws_frame_is_binary(connection->wsi)) return;

    size_t rest = lws_remaining_packet_payload(connection->wsi);
    size_t room = connection->max_message_bytes - connection->message_count;
    int whole = lws_is_final_fragment(connection->wsi);
    if (rest > room || count > room - rest) {
        connection->deaf = 1;
        release_message(connection, 0);
        callbacks->too_large(connection->owner);
    } else if (whole && !connection->message_count) {
        callbacks->message(connection->owner, bytes, count, at);
    } else if (hold(connection, bytes, count)) {
        connection->deaf = 1;
        release_message(connection, 0);
        callbacks->too_large(connection->owner);
    } else if (whole) {
        callbacks->message(connection->owner, connection->message, connection->message_count, at);
        release_message(connection, kept_buffer);
    }
}

static void peer_closed(struct cws_connection *connection, const uint8_t *bytes, size_t count) {
    connection->deaf = 1;
    const struct cws_callbacks *callbacks = &connection->loop->callbacks;
    if (count < 2)
        callbacks->peer_closed(connection->owner, 1005, NULL, 0);
    else
        callbacks->peer_closed(connection->owner, (uint16_t)(bytes[0] << 8 | bytes[1]), bytes + 2, count - 2);
}

// MARK: Handshakes

// Lets the owner answer the request in hand. 0 goes on with the upgrade, -1 hangs up.
static int answer(struct cws_connection *connection) {
    if (connection->answered) return -1;
    connection->answered = 1;
    connection->loop->callbacks.requested(connection->owner);
    return connection->accepted ? 0 : -1;
}

// libwebsockets writes "Upgrade: WebSocket"; Couchbase Lite compares the value with "websocket", case and all. The
// response so far lies just before `args->p`.
static void lower_upgrade_header(struct lws_process_html_args *args) {
    static const char written[] = "\r\nUpgrade: WebSocket\r\n";
    static const char wanted[] = "\r\nUpgrade: websocket\r\n";
    size_t count = sizeof written - 1;
    for (size_t back = count; back < 384; back++) {
        if (memcmp(args->p - back, written, count)) continue;
        memcpy(args->p - back, wanted, count);
        return;
    }
}

static int append_headers(struct cws_connection *connection, char **end, size_t room) {
    size_t count = strlen(connection->headers);
    if (count > room) return -1;
    memcpy(*end, connection->headers, count);
    *end += count;
    return 0;
}

static void client_failed(struct cws_connection *connection, const char *text, size_t count) {
    if (connection->quiet) return;
    char words[256] = "";
    int status = (int)lws_http_client_http_response(connection->wsi);
    int length = status ? lws_hdr_copy(connection->wsi, words, sizeof words, WSI_TOKEN_HTTP) : 0;
    if (length <= 0 && text) {
        if (count >= sizeof words) count = sizeof words - 1;
        memcpy(words, text, count);
        words[count] = 0;
    }
    connection->loop->callbacks.failed(connection->owner, status, words);
}

// MARK: Accepting

static void listener_retry(lws_sorted_usec_list_t *sul) {
    struct cws_listener *listener = lws_container_of(sul, struct cws_listener, retry);
    lws_rx_flow_control(listener->wsi, 1);
}

static void adopt(struct cws_listener *listener, int descriptor, const char *address) {
    struct cws_loop *loop = listener->loop;
    void *owner = loop->callbacks.admit(listener->owner, address);
    if (!owner) {
        close(descriptor);
        return;
    }
    struct cws_connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        close(descriptor);
        loop->callbacks.closed(owner);
        return;
    }
    int on = 1, gone = 0;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connection->kind = kind_connection;
    connection->loop = loop;
    connection->owner = owner;
    connection->max_message_bytes = listener->max_message_bytes;
    connection->gone = &gone;
    lws_adopt_desc_t info;
    memset(&info, 0, sizeof info);
    info.vh = loop->vhost;
    info.type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL;
    info.fd.sockfd = descriptor;
    info.opaque = connection;
    struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&info);
    if (gone) return;
    connection->gone = NULL;
    if (wsi) return;
    free(connection);
    loop->callbacks.closed(owner);
}

static void accept_all(struct cws_listener *listener) {
    for (int n = 0; n < accept_batch; n++) {
        struct sockaddr_storage peer;
        socklen_t size = sizeof peer;
        int descriptor = accept4(listener->descriptor, (struct sockaddr *)&peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EINTR || errno == ECONNABORTED) continue;
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                lws_rx_flow_control(listener->wsi, 0);
                lws_sul_schedule(listener->loop->context, 0, &listener->retry, listener_retry, accept_pause_us);
            }
            return;
        }
        char address[64] = "?";
        getnameinfo((struct sockaddr *)&peer, size, address, sizeof address, NULL, 0, NI_NUMERICHOST);
        adopt(listener, descriptor, strncmp(address, "::ffff:", 7) ? address : address + 7);
    }
}

// MARK: The one callback

static void destroyed(struct lws *wsi) {
    struct cws_listener *listener = listener_of(wsi);
    struct cws_connection *connection = connection_of(wsi);
    lws_set_opaque_user_data(wsi, NULL);
    if (listener) {
        lws_sul_cancel(&listener->retry);
        free(listener);
    }
    if (!connection) return;
    if (connection->gone) *connection->gone = 1;
    if (!connection->quiet) connection->loop->callbacks.closed(connection->owner);
    release_message(connection, 0);
    free(connection->headers);
    free(connection);
}

static int handle(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t count) {
    (void)user;
    struct cws_connection *connection;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
        if (listener_of(wsi)) accept_all(listener_of(wsi));
        return 0;

    // An HTTP CONNECT would turn the connection into a raw one.
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return -1;

    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        connection = connection_of(wsi);
        if (!connection) return 0;
        connection->wsi = wsi;
        connection->loop->callbacks.admitted(connection->owner, connection);
        return 0;

    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        connection = connection_of(wsi);
        // After it has refused an unknown upgrade itself, libwebsockets comes here with headers that are gone.
        if (!connection || !lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE)) return -1;
        return answer(connection);

    case LWS_CALLBACK_HTTP:
        connection = connection_of(wsi);
        if (connection) answer(connection);
        return -1;

    case LWS_CALLBACK_ADD_HEADERS:
        connection = connection_of(wsi);
        if (connection && connection->accepted) lower_upgrade_header(in);
        return 0;

    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        connection = connection_of(wsi);
        return connection ? append_headers(connection, in, count) : 0;

    case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH:
        connection = connection_of(wsi);
        if (!connection) return 0;
        return lws_hdr_copy(wsi, connection->subprotocol, sizeof connection->subprotocol, WSI_TOKEN_PROTOCOL) < 0;

    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        connection = connection_of(wsi);
        if (!connection) return -1;
        connection->loop->callbacks.opened(connection->owner);
        return 0;

    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_CLIENT_RECEIVE:
        connection = connection_of(wsi);
        if (connection) received(connection, in, count);
        return 0;

    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
        connection = connection_of(wsi);
        if (connection) connection->loop->callbacks.alive(connection->owner, now_ns());
        return 0;

    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        connection = connection_of(wsi);
        if (connection && !connection->closing) peer_closed(connection, in, count);
        return 0;

    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        connection = connection_of(wsi);
        if (!connection || connection->closing) return 0;
        connection->loop->callbacks.writable(connection->owner);
        return connection->closing ? -1 : 0;

    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        connection = connection_of(wsi);
        if (connection) {
            connection->wsi = wsi;
            client_failed(connection, in, count);
        }
        return 0;

    case LWS_CALLBACK_WSI_DESTROY:
        destroyed(wsi);
        return 0;

    default:
        return 0;
    }
}

// MARK: The loop

static void prepare_process(void) {
    signal(SIGPIPE, SIG_IGN);
    lws_set_log_level(LLL_ERR, note_error);
}

cws_loop *cws_loop_new(const struct cws_callbacks *callbacks) {
    struct cws_loop *loop = calloc(1, sizeof *loop);
    if (!loop) return NULL;
    loop->callbacks = *callbacks;
    strcpy(loop->chosen, "-");
    // The first name has characters no client may offer.
    loop->protocols[0].name = "(http)";
    loop->protocols[1].name = loop->chosen;
    for (int n = 0; n < 2; n++) {
        loop->protocols[n].callback = handle;
        loop->protocols[n].rx_buffer_size = receive_buffer;
    }
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare_process);

    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.protocols = loop->protocols;
    info.user = loop;
    info.vhost_name = "pulsador";
    info.pt_serv_buf_size = service_buffer;
    info.max_http_header_data = header_limit;
    info.timeout_secs = backstop_seconds;
    info.connect_timeout_secs = backstop_seconds;
    info.retry_and_idle_policy = &no_heartbeat;
    // An address without a port switches off the proxy of the environment.
    info.http_proxy_address = "";
    struct rlimit limit;
    if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur > descriptor_limit) info.fd_limit_per_thread = 4096;
#if LWS_LIBRARY_VERSION_NUMBER >= 4003000
    // A log counts, without a lock, the contexts and connections that write to it, and a wrong count ends the process:
    // loops on several threads must not share the process's.
    loop->log.u.emit = note_error;
    loop->log.lll_flags = LLL_ERR;
    info.log_cx = &loop->log;
#endif

    last_error[0] = 0;
    loop->context = lws_create_context(&info);
    if (loop->context) loop->vhost = lws_create_vhost(loop->context, &info);
    if (loop->vhost) {
        last_error[0] = 0;
        return loop;
    }
    if (loop->context) lws_context_destroy(loop->context);
    free(loop);
    return NULL;
}

int cws_loop_service(cws_loop *loop) { return lws_service(loop->context, 0); }

void cws_loop_wake(cws_loop *loop) { lws_cancel_service(loop->context); }

void cws_loop_free(cws_loop *loop) {
    lws_context_destroy(loop->context);
    free(loop->scratch);
    free(loop);
}

// MARK: Listening

static int try_listening(struct sockaddr *address, socklen_t size, uint16_t *bound_port) {
    int descriptor = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    int on = 1, off = 0;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->sa_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    struct sockaddr_storage bound;
    socklen_t bound_size = sizeof bound;
    if (bind(descriptor, address, size) || listen(descriptor, SOMAXCONN) ||
        getsockname(descriptor, (struct sockaddr *)&bound, &bound_size)) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    in_port_t port = bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                                 : ((struct sockaddr_in *)&bound)->sin_port;
    *bound_port = ntohs(port);
    return descriptor;
}

int cws_open_listening_socket(const char *address, uint16_t port, uint16_t *bound_port) {
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    struct addrinfo hints = {0}, *found;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV;
    if (getaddrinfo(address ? address : "::", service, &hints, &found)) return -EADDRNOTAVAIL;
    int result = try_listening(found->ai_addr, found->ai_addrlen, bound_port);
    freeaddrinfo(found);
    // A kernel without IPv6.
    if (!address && (result == -EAFNOSUPPORT || result == -EADDRNOTAVAIL))
        return cws_open_listening_socket("0.0.0.0", port, bound_port);
    return result;
}

void cws_close_socket(int descriptor) { close(descriptor); }

cws_listener *cws_listen(cws_loop *loop, int descriptor, void *owner, size_t max_message_bytes) {
    struct cws_listener *listener = calloc(1, sizeof *listener);
    if (!listener) {
        close(descriptor);
        return NULL;
    }
    listener->kind = kind_listener;
    listener->loop = loop;
    listener->owner = owner;
    listener->descriptor = descriptor;
    listener->max_message_bytes = max_message_bytes;
    lws_adopt_desc_t info;
    memset(&info, 0, sizeof info);
    info.vh = loop->vhost;
    info.type = LWS_ADOPT_RAW_FILE_DESC;
    info.fd.filefd = descriptor;
    info.opaque = listener;
    listener->wsi = lws_adopt_descriptor_vhost_via_info(&info);
    if (listener->wsi) return listener;
    close(descriptor);
    free(listener);
    return NULL;
}

void cws_stop_listening(cws_listener *listener) { lws_set_timeout(listener->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC); }

// MARK: Connecting

cws_connection *cws_connect(
    cws_loop *loop, void *owner, const char *address, uint16_t port, const char *host, const char *path,
    const char *protocols, const char *headers, size_t max_message_bytes) {
    struct cws_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    int gone = 0;
    connection->kind = kind_connection;
    connection->loop = loop;
    connection->owner = owner;
    connection->max_message_bytes = max_message_bytes;
    connection->gone = &gone;
    connection->quiet = 1;
    connection->headers = strdup(headers);

    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = loop->context;
    info.vhost = loop->vhost;
    info.address = address;
    info.port = port;
    info.host = host;
    info.path = path;
    info.protocol = protocols;
    info.local_protocol_name = loop->protocols[0].name;
    info.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT;
    info.retry_and_idle_policy = &no_heartbeat;
    info.opaque_user_data = connection;
    struct lws *wsi = connection->headers ? lws_client_connect_via_info(&info) : NULL;
    if (gone) return NULL;
    connection->gone = NULL;
    if (wsi) {
        connection->wsi = wsi;
        connection->quiet = 0;
        return connection;
    }
    free(connection->headers);
    free(connection);
    return NULL;
}

const char *cws_subprotocol(cws_connection *connection) { return connection->subprotocol; }

// MARK: Answering a request

int cws_request_header(cws_connection *connection, enum cws_header header, char *buffer, size_t capacity) {
    static const enum lws_token_indexes tokens[] = {
        [cws_header_path] = WSI_TOKEN_GET_URI,
        [cws_header_host] = WSI_TOKEN_HOST,
        [cws_header_upgrade] = WSI_TOKEN_UPGRADE,
        [cws_header_connection] = WSI_TOKEN_CONNECTION,
        [cws_header_key] = WSI_TOKEN_KEY,
        [cws_header_version] = WSI_TOKEN_VERSION,
        [cws_header_protocol] = WSI_TOKEN_PROTOCOL,
        [cws_header_authorization] = WSI_TOKEN_HTTP_AUTHORIZATION,
        [cws_header_user_agent] = WSI_TOKEN_HTTP_USER_AGENT,
    };
    if (!capacity) return -1;
    buffer[0] = 0;
    return lws_hdr_copy(connection->wsi, buffer, (int)capacity, tokens[header]);
}

void cws_accept(cws_connection *connection, const char *protocol) {
    strncpy(connection->loop->chosen, *protocol ? protocol : "-", protocol_limit);
    connection->accepted = 1;
}

// Room for a frame's header and mask must lie before the bytes given to lws_write, which changes them.
static uint8_t *scratch(cws_loop *loop, const uint8_t *bytes, size_t count) {
    size_t needed = LWS_PRE + count;
    if (loop->scratch_size < needed || (loop->scratch_size > kept_buffer && needed <= kept_buffer)) {
        size_t size = needed < kept_buffer ? kept_buffer : needed;
        free(loop->scratch);
        loop->scratch = malloc(size);
        loop->scratch_size = loop->scratch ? size : 0;
        if (!loop->scratch) return NULL;
    }
    if (count) memcpy(loop->scratch + LWS_PRE, bytes, count);
    return loop->scratch + LWS_PRE;
}

void cws_refuse(cws_connection *connection, const uint8_t *response, size_t count) {
    uint8_t *copy = scratch(connection->loop, response, count);
    if (copy) lws_write(connection->wsi, copy, count, LWS_WRITE_HTTP_FINAL);
}

// MARK: An open connection

void cws_want_write(cws_connection *connection) { lws_callback_on_writable(connection->wsi); }

int cws_can_write(cws_connection *connection) { return !lws_send_pipe_choked(connection->wsi); }

int cws_write(cws_connection *connection, const uint8_t *bytes, size_t count) {
    uint8_t *copy = scratch(connection->loop, bytes, count);
    return copy && lws_write(connection->wsi, copy, count, LWS_WRITE_BINARY) >= 0 ? 0 : -1;
}

int cws_ping(cws_connection *connection) {
    // libwebsockets does not report a PONG without payload.
    static const uint8_t payload[] = {'p', 'i', 'n', 'g'};
    uint8_t *copy = scratch(connection->loop, payload, sizeof payload);
    return copy && lws_write(connection->wsi, copy, sizeof payload, LWS_WRITE_PING) >= 0 ? 0 : -1;
}

void cws_close(cws_connection *connection, uint16_t code, const uint8_t *reason, size_t count) {
    lws_close_reason(connection->wsi, (enum lws_close_status)code, (unsigned char *)reason, count);
    connection->deaf = 1;
    connection->closing = 1;
    release_message(connection, 0);
}

void cws_pause(cws_connection *connection, int paused) { lws_rx_flow_control(connection->wsi, !paused); }

void cws_kill(cws_connection *connection) {
    connection->deaf = 1;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void cws_name_thread(const char *name) {
    char cut[16];
    snprintf(cut, sizeof cut, "%s", name);
    pthread_setname_np(pthread_self(), cut);
}

// MARK: Timers

static void timer_fired(lws_sorted_usec_list_t *sul) {
    struct cws_timer *timer = lws_container_of(sul, struct cws_timer, sul);
    timer->loop->callbacks.fired(timer->owner);
}

cws_timer *cws_timer_new(cws_loop *loop, void *owner) {
    struct cws_timer *timer = calloc(1, sizeof *timer);
    if (!timer) return NULL;
    timer->loop = loop;
    timer->owner = owner;
    return timer;
}

void cws_timer_set(cws_timer *timer, int64_t microseconds) {
    lws_sul_cancel(&timer->sul);
    if (microseconds >= 0) lws_sul_schedule(timer->loop->context, 0, &timer->sul, timer_fired, microseconds);
}

void cws_timer_free(cws_timer *timer) {
    lws_sul_cancel(&timer->sul);
    free(timer);
}

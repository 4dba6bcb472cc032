#pragma once

// Avahi's client library behind opaque handles: one loop per thread, one client per loop, and one entry group, one
// browser and any number of resolvers per client. Verified against avahi 0.8 (Debian 12 and 13).
//
// Thread: everything here belongs to the one thread that iterates the loop, except cavahi_loop_wake and
// cavahi_error_text, which any thread may call. Callbacks run on that thread, inside cavahi_loop_iterate or inside the
// call that creates the object; they must not free anything, only take note.
//
// Results: 0 (CAVAHI_OK) or a negative AVAHI_ERR_* code. Strings are UTF-8 and end with NUL; those given to a callback
// live until it returns.

#include <stddef.h>
#include <stdint.h>

// The codes the caller tells apart; every other negative number is to be shown with cavahi_error_text.
typedef enum cavahi_status {
    CAVAHI_OK = 0,
    CAVAHI_COLLISION = -8,
    CAVAHI_INVALID_SERVICE_NAME = -10,
    CAVAHI_INVALID_PORT = -12,
    CAVAHI_ACCESS_DENIED = -20,
    CAVAHI_DBUS_ERROR = -22,
    CAVAHI_DISCONNECTED = -23,
    CAVAHI_NO_MEMORY = -24,
    CAVAHI_NO_DAEMON = -26,
    CAVAHI_NOT_PERMITTED = -50,
    CAVAHI_NO_CHANGE = -53
} cavahi_status;

// A static English sentence for a status; owned by the library. Any thread.
const char *_Nonnull cavahi_error_text(int32_t status);

// --- Loop -------------------------------------------------------------------------------------------------------

typedef struct cavahi_loop cavahi_loop;

// A loop, to be given back to cavahi_loop_free; NULL with errno set when descriptors or memory ran out.
cavahi_loop *_Nullable cavahi_loop_new(void);

// Frees the loop. Its client must be gone, and no other thread may call cavahi_loop_wake any more.
void cavahi_loop_free(cavahi_loop *_Nonnull loop);

// Waits at most `timeout_ms` milliseconds (-1: without end) for one event and runs its callback. A wake that came
// since the last return is not lost. Result: 0, or -1 with errno set when poll failed.
int32_t cavahi_loop_iterate(cavahi_loop *_Nonnull loop, int32_t timeout_ms);

// Makes the running or the next cavahi_loop_iterate return. Any thread.
void cavahi_loop_wake(cavahi_loop *_Nonnull loop);

// --- Client -----------------------------------------------------------------------------------------------------

typedef struct cavahi_client cavahi_client;

typedef enum cavahi_client_state {
    CAVAHI_CLIENT_CONNECTING = 0,  // D-Bus is there, the daemon is not: the client waits for it
    CAVAHI_CLIENT_REGISTERING = 1, // the daemon is claiming its host name
    CAVAHI_CLIENT_RUNNING = 2,
    CAVAHI_CLIENT_COLLISION = 3, // the host name is taken; the daemon will pick another
    CAVAHI_CLIENT_FAILURE = 4    // of no more use: close and free it
} cavahi_client_state;

// `token` is what the client was created with; `status` says why on CAVAHI_CLIENT_FAILURE.
typedef void (*cavahi_client_callback)(
    void *_Nonnull context, uint64_t token, cavahi_client_state state, int32_t status);

// Connects to the daemon over D-Bus; the first state is reported before this returns. NULL and `*status` when not even
// D-Bus answers. May block for as long as D-Bus does (25 s). `context` must outlive the client.
cavahi_client *_Nullable cavahi_client_new(
    cavahi_loop *_Nonnull loop, uint64_t token, void *_Nonnull context, cavahi_client_callback _Nonnull callback,
    int32_t *_Nonnull status);

// Hangs up: the daemon withdraws what this client published, and nothing is called back any more. Idempotent.
void cavahi_client_close(cavahi_client *_Nonnull client);

// Closes and frees. Its group, browser and resolvers must have been freed, before or after the close.
void cavahi_client_free(cavahi_client *_Nonnull client);

// --- Publishing -------------------------------------------------------------------------------------------------

typedef struct cavahi_group cavahi_group;

typedef enum cavahi_group_state {
    CAVAHI_GROUP_UNCOMMITTED = 0,
    CAVAHI_GROUP_REGISTERING = 1,
    CAVAHI_GROUP_ESTABLISHED = 2,
    CAVAHI_GROUP_COLLISION = 3,
    CAVAHI_GROUP_FAILURE = 4
} cavahi_group_state;

typedef void (*cavahi_group_callback)(void *_Nonnull context, uint64_t token, cavahi_group_state state, int32_t status);

// An empty entry group, to be given back to cavahi_group_free; NULL and `*status` when refused.
cavahi_group *_Nullable cavahi_group_new(
    cavahi_client *_Nonnull client, uint64_t token, void *_Nonnull context, cavahi_group_callback _Nonnull callback,
    int32_t *_Nonnull status);

// Replaces what the group holds by one service on all interfaces, and commits it. `txt` is a TXT record in wire form
// (RFC 6763 section 6.1: length byte, then that many bytes, repeated), copied. CAVAHI_COLLISION when this machine
// already has a service of that name.
int32_t cavahi_group_publish(
    cavahi_group *_Nonnull group, const char *_Nonnull name, const char *_Nonnull type, uint16_t port,
    const uint8_t *_Nullable txt, size_t txt_bytes);

// Replaces the TXT record of the service that the group published under `name`.
int32_t cavahi_group_update_txt(
    cavahi_group *_Nonnull group, const char *_Nonnull name, const char *_Nonnull type, const uint8_t *_Nullable txt,
    size_t txt_bytes);

// Withdraws what the group published.
int32_t cavahi_group_reset(cavahi_group *_Nonnull group);

void cavahi_group_free(cavahi_group *_Nonnull group);

// The name to try after `name` turned out to be taken ("x", "x #2", "x #3" …), at most 63 bytes, written with its NUL
// to `buffer`. Result: its length in bytes, or a negative status.
int32_t cavahi_alternative_name(const char *_Nonnull name, char *_Nonnull buffer, size_t buffer_bytes);

// --- Browsing ---------------------------------------------------------------------------------------------------

typedef struct cavahi_browser cavahi_browser;

typedef enum cavahi_browser_event {
    CAVAHI_BROWSER_NEW = 0,
    CAVAHI_BROWSER_REMOVE = 1,
    CAVAHI_BROWSER_ALL_FOR_NOW = 2, // what is on the network at this time has been reported
    CAVAHI_BROWSER_FAILURE = 3
} cavahi_browser_event;

// `name` and `domain` are NULL unless the event is NEW or REMOVE. `interface` is the kernel's index, `protocol` 0 for
// IPv4 and 1 for IPv6.
typedef void (*cavahi_browser_callback)(
    void *_Nonnull context, uint64_t token, cavahi_browser_event event, int32_t interface, int32_t protocol,
    const char *_Nullable name, const char *_Nullable domain, int32_t status);

// Watches all interfaces for services of `type`; give it back to cavahi_browser_free. NULL and `*status` when refused.
cavahi_browser *_Nullable cavahi_browser_new(
    cavahi_client *_Nonnull client, const char *_Nonnull type, uint64_t token, void *_Nonnull context,
    cavahi_browser_callback _Nonnull callback, int32_t *_Nonnull status);

void cavahi_browser_free(cavahi_browser *_Nonnull browser);

typedef struct cavahi_resolver cavahi_resolver;

// `address` is numeric, without scope, and NULL when resolving failed with `status`. `txt` as in cavahi_group_publish.
typedef void (*cavahi_resolver_callback)(
    void *_Nonnull context, uint64_t token, const char *_Nullable address, uint16_t port, const uint8_t *_Nullable txt,
    size_t txt_bytes, int32_t status);

// Resolves what a browser reported, and goes on reporting changes until cavahi_resolver_free. NULL and `*status` when
// refused.
cavahi_resolver *_Nullable cavahi_resolver_new(
    cavahi_client *_Nonnull client, int32_t interface, int32_t protocol, const char *_Nonnull name,
    const char *_Nonnull type, const char *_Nonnull domain, uint64_t token, void *_Nonnull context,
    cavahi_resolver_callback _Nonnull callback, int32_t *_Nonnull status);

void cavahi_resolver_free(cavahi_resolver *_Nonnull resolver);

#define _GNU_SOURCE
#include "CAvahi.h"

#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/simple-watch.h>
#include <avahi-common/strlst.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

_Static_assert((int)CAVAHI_COLLISION == (int)AVAHI_ERR_COLLISION, "status");
_Static_assert((int)CAVAHI_INVALID_SERVICE_NAME == (int)AVAHI_ERR_INVALID_SERVICE_NAME, "status");
_Static_assert((int)CAVAHI_INVALID_PORT == (int)AVAHI_ERR_INVALID_PORT, "status");
_Static_assert((int)CAVAHI_ACCESS_DENIED == (int)AVAHI_ERR_ACCESS_DENIED, "status");
_Static_assert((int)CAVAHI_DBUS_ERROR == (int)AVAHI_ERR_DBUS_ERROR, "status");
_Static_assert((int)CAVAHI_DISCONNECTED == (int)AVAHI_ERR_DISCONNECTED, "status");
_Static_assert((int)CAVAHI_NO_MEMORY == (int)AVAHI_ERR_NO_MEMORY, "status");
_Static_assert((int)CAVAHI_NO_DAEMON == (int)AVAHI_ERR_NO_DAEMON, "status");
_Static_assert((int)CAVAHI_NOT_PERMITTED == (int)AVAHI_ERR_NOT_PERMITTED, "status");
_Static_assert((int)CAVAHI_NO_CHANGE == (int)AVAHI_ERR_NO_CHANGE, "status");

struct cavahi_loop {
    AvahiSimplePoll *poll;
    AvahiWatch *watch;
    int wake_fd;
};

struct cavahi_client {
    AvahiClient *client; // NULL once closed; the library has then freed everything below it
    uint64_t token;
    void *context;
    cavahi_client_callback callback;
};

struct cavahi_group {
    cavahi_client *owner;
    AvahiEntryGroup *group;
    uint64_t token;
    void *context;
    cavahi_group_callback callback;
};

struct cavahi_browser {
    cavahi_client *owner;
    AvahiServiceBrowser *browser;
    uint64_t token;
    void *context;
    cavahi_browser_callback callback;
};

struct cavahi_resolver {
    cavahi_client *owner;
    AvahiServiceResolver *resolver;
    uint64_t token;
    void *context;
    cavahi_resolver_callback callback;
};

const char *cavahi_error_text(int32_t status) {
    const char *text = avahi_strerror(status);
    return text ? text : "unknown error";
}

// --- Loop -------------------------------------------------------------------------------------------------------

// Only there to end the poll: cavahi_loop_iterate reads the descriptor itself, whichever event ended it.
static void woken(AvahiWatch *watch, int fd, AvahiWatchEvent event, void *context) {
    (void)watch, (void)fd, (void)event, (void)context;
}

// avahi_simple_poll_wakeup is not used: the library throws away a wake-up that comes between two iterations
// (avahi_simple_poll_prepare empties its pipe before it polls), and its flag is not atomic. An eventfd is both.
cavahi_loop *cavahi_loop_new(void) {
    cavahi_loop *loop = calloc(1, sizeof *loop);
    if (!loop) return NULL;
    loop->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    loop->poll = loop->wake_fd < 0 ? NULL : avahi_simple_poll_new();
    if (loop->poll) {
        const AvahiPoll *api = avahi_simple_poll_get(loop->poll);
        loop->watch = api->watch_new(api, loop->wake_fd, AVAHI_WATCH_IN, woken, NULL);
    }
    if (!loop->watch) {
        int reason = errno;
        cavahi_loop_free(loop);
        errno = reason;
        return NULL;
    }
    return loop;
}

void cavahi_loop_free(cavahi_loop *loop) {
    if (loop->watch) avahi_simple_poll_get(loop->poll)->watch_free(loop->watch);
    if (loop->poll) avahi_simple_poll_free(loop->poll);
    if (loop->wake_fd >= 0) close(loop->wake_fd);
    free(loop);
}

int32_t cavahi_loop_iterate(cavahi_loop *loop, int32_t timeout_ms) {
    if (avahi_simple_poll_iterate(loop->poll, timeout_ms) != 0) return -1;
    uint64_t count;
    while (read(loop->wake_fd, &count, sizeof count) < 0 && errno == EINTR) {
    }
    return 0;
}

void cavahi_loop_wake(cavahi_loop *loop) {
    uint64_t one = 1;
    while (write(loop->wake_fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

// --- Client -----------------------------------------------------------------------------------------------------

static void client_changed(AvahiClient *client, AvahiClientState state, void *context) {
    cavahi_client *self = context;
    cavahi_client_state ours = CAVAHI_CLIENT_FAILURE;
    switch (state) {
    case AVAHI_CLIENT_CONNECTING: ours = CAVAHI_CLIENT_CONNECTING; break;
    case AVAHI_CLIENT_S_REGISTERING: ours = CAVAHI_CLIENT_REGISTERING; break;
    case AVAHI_CLIENT_S_RUNNING: ours = CAVAHI_CLIENT_RUNNING; break;
    case AVAHI_CLIENT_S_COLLISION: ours = CAVAHI_CLIENT_COLLISION; break;
    case AVAHI_CLIENT_FAILURE: break;
    }
    self->callback(self->context, self->token, ours, ours == CAVAHI_CLIENT_FAILURE ? avahi_client_errno(client) : 0);
}

cavahi_client *cavahi_client_new(
    cavahi_loop *loop, uint64_t token, void *context, cavahi_client_callback callback, int32_t *status) {
    cavahi_client *self = calloc(1, sizeof *self);
    if (!self) {
        *status = CAVAHI_NO_MEMORY;
        return NULL;
    }
    self->token = token;
    self->context = context;
    self->callback = callback;
    int error = AVAHI_ERR_FAILURE;
    self->client =
        avahi_client_new(avahi_simple_poll_get(loop->poll), AVAHI_CLIENT_NO_FAIL, client_changed, self, &error);
    *status = self->client ? CAVAHI_OK : error;
    if (!self->client) {
        free(self);
        return NULL;
    }
    return self;
}

void cavahi_client_close(cavahi_client *self) {
    AvahiClient *client = self->client;
    self->client = NULL;
    if (client) avahi_client_free(client);
}

void cavahi_client_free(cavahi_client *self) {
    cavahi_client_close(self);
    free(self);
}

// The status of a refusal that the library reports through its client.
static int32_t refusal(cavahi_client *client) {
    int error = client->client ? avahi_client_errno(client->client) : AVAHI_ERR_DISCONNECTED;
    return error < 0 ? error : AVAHI_ERR_FAILURE;
}

// --- Publishing -------------------------------------------------------------------------------------------------

static void group_changed(AvahiEntryGroup *group, AvahiEntryGroupState state, void *context) {
    (void)group;
    cavahi_group *self = context;
    cavahi_group_state ours = CAVAHI_GROUP_FAILURE;
    switch (state) {
    case AVAHI_ENTRY_GROUP_UNCOMMITED: ours = CAVAHI_GROUP_UNCOMMITTED; break;
    case AVAHI_ENTRY_GROUP_REGISTERING: ours = CAVAHI_GROUP_REGISTERING; break;
    case AVAHI_ENTRY_GROUP_ESTABLISHED: ours = CAVAHI_GROUP_ESTABLISHED; break;
    case AVAHI_ENTRY_GROUP_COLLISION: ours = CAVAHI_GROUP_COLLISION; break;
    case AVAHI_ENTRY_GROUP_FAILURE: break;
    }
    self->callback(self->context, self->token, ours, ours == CAVAHI_GROUP_FAILURE ? refusal(self->owner) : 0);
}

cavahi_group *cavahi_group_new(
    cavahi_client *client, uint64_t token, void *context, cavahi_group_callback callback, int32_t *status) {
    *status = client->client ? CAVAHI_NO_MEMORY : CAVAHI_DISCONNECTED;
    cavahi_group *self = client->client ? calloc(1, sizeof *self) : NULL;
    if (!self) return NULL;
    self->owner = client;
    self->token = token;
    self->context = context;
    self->callback = callback;
    self->group = avahi_entry_group_new(client->client, group_changed, self);
    *status = self->group ? CAVAHI_OK : refusal(client);
    if (!self->group) {
        free(self);
        return NULL;
    }
    return self;
}

// A list to be sent starts with its last string: the library turns it around.
static int32_t list_from_wire(const uint8_t *txt, size_t size, AvahiStringList **list) {
    *list = NULL;
    for (size_t at = 0; at < size;) {
        size_t length = txt[at++];
        if (length > size - at) {
            avahi_string_list_free(*list);
            return AVAHI_ERR_INVALID_RDATA;
        }
        AvahiStringList *longer = avahi_string_list_add_arbitrary(*list, txt + at, length);
        if (!longer) {
            avahi_string_list_free(*list);
            return AVAHI_ERR_NO_MEMORY;
        }
        *list = longer;
        at += length;
    }
    return CAVAHI_OK;
}

int32_t cavahi_group_publish(
    cavahi_group *self, const char *name, const char *type, uint16_t port, const uint8_t *txt, size_t txt_bytes) {
    if (!self->owner->client) return CAVAHI_DISCONNECTED;
    int32_t status = avahi_entry_group_reset(self->group);
    if (status < 0) return status;
    AvahiStringList *list;
    if ((status = list_from_wire(txt, txt_bytes, &list)) < 0) return status;
    status = avahi_entry_group_add_service_strlst(
        self->group, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, 0, name, type, NULL, NULL, port, list);
    avahi_string_list_free(list);
    return status < 0 ? status : avahi_entry_group_commit(self->group);
}

int32_t cavahi_group_update_txt(
    cavahi_group *self, const char *name, const char *type, const uint8_t *txt, size_t txt_bytes) {
    if (!self->owner->client) return CAVAHI_DISCONNECTED;
    AvahiStringList *list;
    int32_t status = list_from_wire(txt, txt_bytes, &list);
    if (status < 0) return status;
    status = avahi_entry_group_update_service_txt_strlst(
        self->group, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, 0, name, type, NULL, list);
    avahi_string_list_free(list);
    return status;
}

int32_t cavahi_group_reset(cavahi_group *self) {
    return self->owner->client ? avahi_entry_group_reset(self->group) : CAVAHI_OK;
}

void cavahi_group_free(cavahi_group *self) {
    if (self->owner->client) avahi_entry_group_free(self->group);
    free(self);
}

int32_t cavahi_alternative_name(const char *name, char *buffer, size_t buffer_bytes) {
    char *alternative = avahi_alternative_service_name(name);
    if (!alternative) return CAVAHI_NO_MEMORY;
    size_t length = strlen(alternative);
    int32_t result = length < buffer_bytes ? (int32_t)length : CAVAHI_INVALID_SERVICE_NAME;
    if (result >= 0) memcpy(buffer, alternative, length + 1);
    avahi_free(alternative);
    return result;
}

// --- Browsing ---------------------------------------------------------------------------------------------------

static void browsed(
    AvahiServiceBrowser *browser, AvahiIfIndex interface, AvahiProtocol protocol, AvahiBrowserEvent event,
    const char *name, const char *type, const char *domain, AvahiLookupResultFlags flags, void *context) {
    (void)browser, (void)type, (void)flags;
    cavahi_browser *self = context;
    cavahi_browser_event ours = CAVAHI_BROWSER_FAILURE;
    switch (event) {
    case AVAHI_BROWSER_NEW: ours = CAVAHI_BROWSER_NEW; break;
    case AVAHI_BROWSER_REMOVE: ours = CAVAHI_BROWSER_REMOVE; break;
    case AVAHI_BROWSER_ALL_FOR_NOW: ours = CAVAHI_BROWSER_ALL_FOR_NOW; break;
    case AVAHI_BROWSER_CACHE_EXHAUSTED: return;
    case AVAHI_BROWSER_FAILURE: break;
    }
    self->callback(
        self->context, self->token, ours, interface, protocol == AVAHI_PROTO_INET6, name, domain,
        ours == CAVAHI_BROWSER_FAILURE ? refusal(self->owner) : CAVAHI_OK);
}

cavahi_browser *cavahi_browser_new(
    cavahi_client *client, const char *type, uint64_t token, void *context, cavahi_browser_callback callback,
    int32_t *status) {
    *status = client->client ? CAVAHI_NO_MEMORY : CAVAHI_DISCONNECTED;
    cavahi_browser *self = client->client ? calloc(1, sizeof *self) : NULL;
    if (!self) return NULL;
    self->owner = client;
    self->token = token;
    self->context = context;
    self->callback = callback;
    self->browser = avahi_service_browser_new(
        client->client, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, type, NULL, 0, browsed, self);
    *status = self->browser ? CAVAHI_OK : refusal(client);
    if (!self->browser) {
        free(self);
        return NULL;
    }
    return self;
}

void cavahi_browser_free(cavahi_browser *self) {
    if (self->owner->client) avahi_service_browser_free(self->browser);
    free(self);
}

// The wire form of a list that the library received, which starts with the first string (unlike one that it is to send);
// the caller frees it. NULL for none, or without memory.
static uint8_t *wire_from_list(AvahiStringList *list, size_t *size) {
    *size = 0;
    for (AvahiStringList *item = list; item; item = item->next)
        if (item->size <= UINT8_MAX) *size += 1 + item->size;
    uint8_t *txt = *size ? malloc(*size) : NULL;
    if (!txt) *size = 0;
    uint8_t *end = txt;
    for (AvahiStringList *item = list; txt && item; item = item->next) {
        if (item->size > UINT8_MAX) continue;
        *end++ = (uint8_t)item->size;
        memcpy(end, item->text, item->size);
        end += item->size;
    }
    return txt;
}

static void resolved(
    AvahiServiceResolver *resolver, AvahiIfIndex interface, AvahiProtocol protocol, AvahiResolverEvent event,
    const char *name, const char *type, const char *domain, const char *host, const AvahiAddress *address,
    uint16_t port, AvahiStringList *list, AvahiLookupResultFlags flags, void *context) {
    (void)resolver, (void)interface, (void)protocol, (void)name, (void)type, (void)domain, (void)host, (void)flags;
    cavahi_resolver *self = context;
    char text[AVAHI_ADDRESS_STR_MAX];
    if (event != AVAHI_RESOLVER_FOUND || !address || !avahi_address_snprint(text, sizeof text, address)) {
        self->callback(self->context, self->token, NULL, 0, NULL, 0, refusal(self->owner));
        return;
    }
    size_t size;
    uint8_t *txt = wire_from_list(list, &size);
    self->callback(self->context, self->token, text, port, txt, size, CAVAHI_OK);
    free(txt);
}

cavahi_resolver *cavahi_resolver_new(
    cavahi_client *client, int32_t interface, int32_t protocol, const char *name, const char *type, const char *domain,
    uint64_t token, void *context, cavahi_resolver_callback callback, int32_t *status) {
    *status = client->client ? CAVAHI_NO_MEMORY : CAVAHI_DISCONNECTED;
    cavahi_resolver *self = client->client ? calloc(1, sizeof *self) : NULL;
    if (!self) return NULL;
    self->owner = client;
    self->token = token;
    self->context = context;
    self->callback = callback;
    AvahiProtocol family = protocol == 1 ? AVAHI_PROTO_INET6 : AVAHI_PROTO_INET;
    self->resolver = avahi_service_resolver_new(
        client->client, interface, family, name, type, domain, family, 0, resolved, self);
    *status = self->resolver ? CAVAHI_OK : refusal(client);
    if (!self->resolver) {
        free(self);
        return NULL;
    }
    return self;
}

void cavahi_resolver_free(cavahi_resolver *self) {
    if (self->owner->client) avahi_service_resolver_free(self->resolver);
    free(self);
}

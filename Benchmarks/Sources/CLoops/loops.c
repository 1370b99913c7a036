#define _GNU_SOURCE
#include "loops.h"
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#define MAX_SOCKETS 65536

typedef struct {
    char *bytes;
    size_t count, capacity;
} buffer;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    buffer *body = context;
    size_t length = size * count;
    if (body->count + length > body->capacity) {
        body->capacity = (body->count + length) * 2;
        body->bytes = realloc(body->bytes, body->capacity);
    }
    memcpy(body->bytes + body->count, bytes, length);
    body->count += length;
    return length;
}

static CURL *make_handle(loop_task task, buffer *body) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, task.url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, body);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, task.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1);
    if (task.http2) curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    if (task.authorities) curl_easy_setopt(easy, CURLOPT_CAINFO, task.authorities);
    return easy;
}

static CURLM *make_multi(loop_task task) {
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, task.http2 ? 1L : (long)task.transfers);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)(task.transfers > 256 ? task.transfers : 256));
    return multi;
}

// Counts what is done and starts the same transfers again.
static int harvest(CURLM *multi, loop_result *result, double end) {
    CURLMsg *message;
    int left, started = 0;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        CURL *easy = message->easy_handle;
        buffer *body;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&body);
        if (message->data.result == CURLE_OK) result->requests++;
        else result->failures++;
        result->bytes += body->count;
        body->count = 0;
        curl_multi_remove_handle(multi, easy);
        if (now() < end) {
            curl_multi_add_handle(multi, easy);
            started = 1;
        }
    }
    return started;
}

static void clean(CURLM *multi, CURL **easies, buffer *bodies, int count) {
    for (int i = 0; i < count; i++) {
        curl_multi_remove_handle(multi, easies[i]);
        curl_easy_cleanup(easies[i]);
        free(bodies[i].bytes);
    }
    curl_multi_cleanup(multi);
    free(easies);
    free(bodies);
}

loop_result loop_poll(loop_task task) {
    loop_result result = {0};
    CURLM *multi = make_multi(task);
    CURL **easies = calloc(task.transfers, sizeof *easies);
    buffer *bodies = calloc(task.transfers, sizeof *bodies);
    for (int i = 0; i < task.transfers; i++) {
        easies[i] = make_handle(task, &bodies[i]);
        curl_multi_add_handle(multi, easies[i]);
    }
    double end = now() + task.seconds;
    int running = 1;
    while (running) {
        curl_multi_perform(multi, &running);
        if (harvest(multi, &result, end)) {
            running = 1;
            continue;
        }
        if (running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    clean(multi, easies, bodies, task.transfers);
    return result;
}

typedef struct {
    int poll;
    long timeout; // milliseconds; -1 is none
    double due;
    unsigned char wanted[MAX_SOCKETS], registered[MAX_SOCKETS];
} epoll_loop;

static unsigned events_of(unsigned char what) {
    return (what & 1 ? EPOLLIN : 0) | (what & 2 ? EPOLLOUT : 0);
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *unused) {
    (void)easy, (void)unused;
    epoll_loop *loop = context;
    unsigned char wanted = what == CURL_POLL_REMOVE ? 0 : (unsigned char)what;
    loop->wanted[socket] = wanted;
    if (!wanted || wanted == loop->registered[socket]) return 0;
    struct epoll_event event = {.events = events_of(wanted), .data.fd = socket};
    if (epoll_ctl(loop->poll, loop->registered[socket] ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event))
        epoll_ctl(loop->poll, loop->registered[socket] ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
    loop->registered[socket] = wanted;
    return 0;
}

static int set_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    epoll_loop *loop = context;
    loop->timeout = milliseconds;
    loop->due = now() + (double)milliseconds / 1e3;
    return 0;
}

static int new_socket(void *context, curl_socket_t socket, curlsocktype purpose) {
    (void)purpose;
    ((epoll_loop *)context)->registered[socket] = 0;
    return CURL_SOCKOPT_OK;
}

loop_result loop_epoll(loop_task task) {
    loop_result result = {0};
    epoll_loop *loop = calloc(1, sizeof *loop);
    loop->poll = epoll_create1(EPOLL_CLOEXEC);
    loop->timeout = -1;
    CURLM *multi = make_multi(task);
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, loop);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, loop);
    CURL **easies = calloc(task.transfers, sizeof *easies);
    buffer *bodies = calloc(task.transfers, sizeof *bodies);
    for (int i = 0; i < task.transfers; i++) {
        easies[i] = make_handle(task, &bodies[i]);
        curl_easy_setopt(easies[i], CURLOPT_SOCKOPTFUNCTION, new_socket);
        curl_easy_setopt(easies[i], CURLOPT_SOCKOPTDATA, loop);
        curl_multi_add_handle(multi, easies[i]);
    }
    double end = now() + task.seconds;
    struct epoll_event events[256];
    int running = task.transfers;
    while (running) {
        int wait = -1;
        if (loop->timeout >= 0) {
            double left = (loop->due - now()) * 1e3;
            wait = left <= 0 ? 0 : (int)left + 1;
        }
        int count = epoll_wait(loop->poll, events, 256, wait);
        for (int i = 0; i < count; i++) {
            int socket = events[i].data.fd;
            if (!loop->wanted[socket]) {
                epoll_ctl(loop->poll, EPOLL_CTL_DEL, socket, NULL);
                loop->registered[socket] = 0;
                continue;
            }
            int mask = (events[i].events & EPOLLIN ? CURL_CSELECT_IN : 0)
                | (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
                | (events[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
            curl_multi_socket_action(multi, socket, mask, &running);
        }
        if (loop->timeout >= 0 && loop->due <= now()) {
            loop->timeout = -1;
            curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
        }
        if (harvest(multi, &result, end)) running = 1;
    }
    clean(multi, easies, bodies, task.transfers);
    close(loop->poll);
    free(loop);
    return result;
}

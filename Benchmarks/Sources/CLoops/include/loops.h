// The baselines: what plain C gets out of libcurl.
#pragma once
#include <stdint.h>

typedef struct {
    const char *url;
    const char *authorities; // PEM file, or NULL over http
    int transfers;           // at a time
    double seconds;
    int http2;               // all transfers as streams of one connection
} loop_task;

typedef struct {
    uint64_t requests;
    uint64_t failures;
    uint64_t bytes;
} loop_result;

// curl_multi_perform and curl_multi_poll.
loop_result loop_poll(loop_task task);
// curl_multi_socket_action over epoll; registrations are kept when libcurl no longer wants them.
loop_result loop_epoll(loop_task task);

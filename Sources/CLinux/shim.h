// Headers that the Glibc module leaves out.
#pragma once
#include <dlfcn.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <fcntl.h>
#include <unistd.h>

// What libz and libzstd, which are opened at run time, take and give: their own headers need not be there.
typedef struct {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state, *zalloc, *zfree, *opaque;
    int data_type;
    unsigned long adler, reserved;
} sterna_z_stream;
typedef struct {
    const void *src;
    size_t size, pos;
} sterna_zstd_in;
typedef struct {
    void *dst;
    size_t size, pos;
} sterna_zstd_out;

// Constants and functions that Swift sees as another type, or not at all.
// A socket that no child process inherits.
static inline int sterna_socket(int family, int type, int protocol) {
    return socket(family, type | SOCK_CLOEXEC, protocol);
}
static inline int sterna_netlink_socket(void) { return sterna_socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }
static inline void sterna_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// Waits for events with a limit in nanoseconds; -1 where the system is older than Linux 5.11.
static inline int sterna_epoll_wait(int poll, struct epoll_event *events, int count, long nanoseconds) {
#ifdef SYS_epoll_pwait2
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return (int)syscall(SYS_epoll_pwait2, poll, events, count, &limit, (void *)0, (size_t)0);
#else
    (void)poll, (void)events, (void)count, (void)nanoseconds;
    return -1;
#endif
}

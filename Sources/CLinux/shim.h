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
#include <fcntl.h>
#include <unistd.h>

// Constants and functions that Swift sees as another type, or not at all.
static inline void sterna_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// libcurl's options are set through variadic functions, which Swift cannot call: one typed, inlined function for each
// kind of argument.
#pragma once
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "Sterna needs libcurl 7.80 or newer: install a newer libcurl4-openssl-dev."
#endif

typedef size_t (*sterna_data_callback)(char *, size_t, size_t, void *);
typedef int (*sterna_socket_callback)(CURL *, curl_socket_t, int, void *, void *);
typedef int (*sterna_timer_callback)(CURLM *, long, void *);
typedef int (*sterna_prereq_callback)(void *, char *, char *, int, int);
typedef int (*sterna_seek_callback)(void *, curl_off_t, int);
typedef curl_socket_t (*sterna_open_callback)(void *, curlsocktype, struct curl_sockaddr *);
typedef int (*sterna_close_callback)(void *, curl_socket_t);

static inline CURLcode sterna_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sterna_set_offset(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sterna_set_text(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sterna_set_pointer(CURL *h, CURLoption o, const void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sterna_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sterna_set_data(CURL *h, CURLoption o, sterna_data_callback v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode sterna_set_prereq(CURL *h, sterna_prereq_callback v) {
    return curl_easy_setopt(h, CURLOPT_PREREQFUNCTION, v);
}
static inline CURLcode sterna_set_seek(CURL *h, sterna_seek_callback v) {
    return curl_easy_setopt(h, CURLOPT_SEEKFUNCTION, v);
}
static inline CURLcode sterna_set_open(CURL *h, sterna_open_callback v) {
    return curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, v);
}
static inline CURLcode sterna_set_close(CURL *h, sterna_close_callback v) {
    return curl_easy_setopt(h, CURLOPT_CLOSESOCKETFUNCTION, v);
}
static inline CURLcode sterna_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sterna_get_offset(CURL *h, CURLINFO i, curl_off_t *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sterna_get_text(CURL *h, CURLINFO i, char **v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode sterna_get_pointer(CURL *h, CURLINFO i, void **v) { return curl_easy_getinfo(h, i, v); }
// OpenSSL's connection; null where there is none, or where libcurl has another TLS library.
static inline const void *sterna_get_openssl(CURL *h) {
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(h, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info) return NULL;
    return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}
static inline CURLMcode sterna_multi_set_long(CURLM *m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }
static inline CURLMcode sterna_multi_set_pointer(CURLM *m, CURLMoption o, void *v) { return curl_multi_setopt(m, o, v); }
static inline CURLMcode sterna_multi_set_socket(CURLM *m, sterna_socket_callback v) {
    return curl_multi_setopt(m, CURLMOPT_SOCKETFUNCTION, v);
}
static inline CURLMcode sterna_multi_set_timer(CURLM *m, sterna_timer_callback v) {
    return curl_multi_setopt(m, CURLMOPT_TIMERFUNCTION, v);
}
// A message's union, read by field.
static inline CURLcode sterna_result(const CURLMsg *m) { return m->data.result; }

#if LIBCURL_VERSION_NUM >= 0x075700
#define STERNA_HAS_QUICK_EXIT 1
static inline CURLcode sterna_set_quick_exit(CURL *h) { return curl_easy_setopt(h, CURLOPT_QUICK_EXIT, 1L); }
#else
static inline CURLcode sterna_set_quick_exit(CURL *h) { (void)h; return CURLE_OK; }
#endif

// http and https alone, whatever the URL says.
static inline CURLcode sterna_set_http_only(CURL *h) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(h, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}
// The version at run time, which may be older than the headers.
static inline unsigned sterna_version(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }

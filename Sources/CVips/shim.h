// How the functions of libvips that take options are called: they are variadic, which Swift cannot call. The library is
// opened at run time, so that neither it nor its headers are needed to build; what stands here is what its API promises
// for every release of 8.
#pragma once
#include <stddef.h>

// VipsAccess and VipsSize.
enum { sterna_vips_sequential = 1, sterna_vips_only_down = 2 };

typedef void *(*sterna_vips_open_t)(void *source, const char *options, ...);
typedef int (*sterna_vips_thumbnail_t)(void *source, void **image, int width, ...);
typedef void *(*sterna_vips_doubles_t)(int count, ...);
typedef int (*sterna_vips_save_t)(void *image, void **bytes, size_t *count, ...);

/// The image of a source, of which only the head is read; NULL when it cannot.
static inline void *sterna_vips_open(sterna_vips_open_t open, void *source) {
    return open(source, "", "access", sterna_vips_sequential, NULL);
}

/// The image turned upright and made smaller, never larger, so that it fits a square; it is read while it is saved.
/// `profile` is the name of the colour space that its colours are brought into; NULL leaves them.
static inline int sterna_vips_thumbnail(
    sterna_vips_thumbnail_t thumbnail, void *source, void **image, int side, const char *profile) {
    return thumbnail(
        source, image, side, "height", side, "size", sterna_vips_only_down, "option_string", "[fail_on=error]",
        profile ? "export_profile" : NULL, profile, NULL);
}

/// White, for what lies behind a transparent image.
static inline void *sterna_vips_white(sterna_vips_doubles_t doubles) { return doubles(1, 255.0); }

/// The image as a JPEG, in memory of glib.
static inline int sterna_vips_jpeg(
    sterna_vips_save_t save, void *image, void **bytes, size_t *count, int quality, int strip, void *background) {
    return save(
        image, bytes, count, "Q", quality, "strip", strip, "optimize_coding", 1, "background", background, NULL);
}

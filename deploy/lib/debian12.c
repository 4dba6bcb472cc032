/* What the Swift libraries of Debian 13 expect of glibc 2.38 and of libstdc++ 13, for Debian 12, which has 2.36 and 12.
   Linked into programs, hidden from everything else. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* std::ios_base::Init::Init(). */
extern void _ZNSt8ios_base4InitC1Ev(void *);

#pragma GCC visibility push(hidden)

/* C23's scanning functions differ from their predecessors in nothing but binary literals, which nobody here writes. */
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

/* BSD's bounded copies: they return the length they tried to make, and always end the string when there is room. */
size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t count = length < size ? length : size - 1;
        memcpy(to, from, count);
        to[count] = '\0';
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t length = strnlen(to, size);
    return length == size ? size + strlen(from) : length + strlcpy(to + length, from, size - length);
}

/* libstdc++ 13 prepares std::cout in the library and refers to this symbol as a proof; 12 leaves it to an object of
   std::ios_base::Init in whoever uses it. */
void _ZSt21ios_base_library_initv(void) {}

__attribute__((constructor(101))) static void prepare_streams(void) {
    static char init[8];
    _ZNSt8ios_base4InitC1Ev(init);
}

#pragma GCC visibility pop

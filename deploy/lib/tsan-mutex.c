// Tells the thread sanitizer about Swift's Mutex. Preloaded by deploy/sanitize, never part of the program.
//
// Mutex takes and gives back a free lock with atomic operations that are compiled into our code, so the sanitizer sees
// them; a lock that somebody holds is waited for inside libswiftSynchronization, which is not instrumented, so the
// sanitizer misses that whoever gets it comes after whoever had it, and reports every such hand-over as a race. These
// functions stand in front of the library's own (Swift 6.0 to 6.3 on Linux) and say it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// The sanitizer's annotations; missing in programs that run without it, such as swift test itself.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void (*lock_function)(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void (*unlock_function)(__attribute__((swift_context)) void *);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
    ((lock_function)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((unlock_function)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}

/**
 * Ends the process some time after a signal even if JavaScript no longer runs. A plug-in in an endless loop blocks the
 * event loop, and with it every handler and timer in JavaScript. Only a signal handler in native code still runs.
 */
import { cc, FFIType } from "bun:ffi";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls the previous handler, then starts a system timer. `struct sigaction` begins with the handler. */
const SOURCE = `
extern int sigaction(int, const void *, void *);
extern int setitimer(int, const void *, void *);
extern long write(int, const void *, unsigned long);
extern void _exit(int);

typedef void (*Handler)(int, void *, void *);
static Handler before[32];
static long timer[4];
static char text[256];
static unsigned length;

static void end(int signal) {
  write(2, text, length);
  _exit(1);
}

static void count(int signal, void *info, void *context) {
  if (timer[2]) setitimer(0, timer, 0);
  timer[2] = 0; /* The first signal counts. */
  if ((long)before[signal] > 1) before[signal](signal, info, context);
}

static int replace(int signal, void *handler, Handler *old) {
  static unsigned long action[64];
  if (sigaction(signal, 0, action)) return -1;
  if ((void *)action[0] == handler) return 0;
  if (old) *old = (Handler)action[0];
  action[0] = (unsigned long)handler;
  return sigaction(signal, action, 0);
}

int install(unsigned milliseconds, const char *message, unsigned size) {
  timer[2] = milliseconds / 1000;
  timer[3] = milliseconds % 1000 * 1000;
  length = size < sizeof text ? size : sizeof text;
  for (unsigned i = 0; i < length; i++) text[i] = message[i];
  if (replace(14, end, 0)) return -1;
  return replace(15, count, &before[15]) | replace(2, count, &before[2]);
}
`;

/**
 * Ends the process with exit code 1 and prints `message` to standard error this long after the next SIGTERM or SIGINT.
 * Call it after JavaScript handlers are set, which it calls too. Returns false if it is not supported.
 */
export async function endAfterSignal(milliseconds: number, message: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  const folder = await mkdtemp(join(tmpdir(), "vireo-deadline-"));
  try {
    const source = join(folder, "deadline.c");
    await Bun.write(source, SOURCE);
    const { symbols } = cc({
      source,
      symbols: { install: { args: [FFIType.u32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 } },
    });
    const text = Buffer.from(`${message}\n`);
    return symbols.install(milliseconds, text, text.byteLength) === 0;
  } catch {
    return false; // This build of Bun has no compiler.
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

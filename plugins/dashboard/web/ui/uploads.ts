import { type Upload, VireoError } from "vireo/client";
import { vireo } from "../api";
import { describeError } from "./failure";
import { unfinished } from "./resumable";

/** A file that is uploading, waiting or has failed. */
export interface Sending {
  key: number;
  file: File;
  percent: number;
  /** The connection is lost. The upload resumes by itself. */
  isOffline?: boolean | undefined;
  error?: string | undefined;
  cancel(): void;
}

/** Uploads in progress, kept outside the components that show them. */
export interface Uploads {
  get(): readonly Sending[];
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  add(files: Iterable<File>): void;
  retry(one: Sending): void;
}

/** Files sent at the same time. */
const PARALLEL = 2;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;
/** With these pauses, a connection may be lost for about an hour. */
const MAX_TRIES = 120;
let lastKey = 0;

/** Resolves when the browser is online again, or after a time. */
const waitForConnection = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end, { once: true });
  });

/** True for errors after which the rest of the file can be sent. */
const isPassing = (error: unknown): boolean =>
  error instanceof VireoError &&
  (error.kind === "network_error" || error.kind === "timeout" || error.status === 503 || error.status === 429);

interface Progress {
  signal: AbortSignal;
  onPercent(percent: number): void;
  onOffline(): void;
}

/** Sends a file, and waits for the connection where it is lost. Resumes what an earlier visit has sent. */
async function sendFile(file: File, { signal, onPercent, onOffline }: Progress): Promise<Upload> {
  for (let tries = 1; ; tries++) {
    const resume = unfinished.find(file);
    try {
      const upload = await vireo.upload(file, {
        signal,
        resume,
        onStart: (started) => unfinished.keep(file, started),
        onProgress: (sent, total) => onPercent(Math.round((sent / total) * 100)),
      });
      unfinished.forget(file);
      return upload;
    } catch (error) {
      signal.throwIfAborted();
      const isExpired = resume !== undefined && error instanceof VireoError && error.status === 404;
      if (!isPassing(error) || tries >= MAX_TRIES) unfinished.forget(file);
      if (isExpired) continue;
      if (!isPassing(error) || tries >= MAX_TRIES) throw error;
      onOffline();
      await waitForConnection(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS), signal);
    }
  }
}

/** Asks before the page is left while files are uploading. */
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Uploads files, two at a time. Files that fail stay in the list until they are retried or dismissed. */
export function createUploads(onDone: (upload: Upload) => void): Uploads {
  let sending: readonly Sending[] = [];
  let waiting: Sending[] = [];
  let active = 0;
  const listeners = new Set<() => void>();

  function set(next: readonly Sending[]): void {
    sending = next;
    for (const listener of listeners) listener();
  }
  const change = (key: number, patch: Partial<Sending>) =>
    set(sending.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  function forget(key: number): void {
    waiting = waiting.filter((one) => one.key !== key);
    set(sending.filter((one) => one.key !== key));
  }

  async function send({ key, file }: Sending): Promise<void> {
    const abort = new AbortController();
    const cancel = () => {
      abort.abort();
      unfinished.forget(file);
      forget(key);
    };
    change(key, { cancel });
    try {
      const upload = await sendFile(file, {
        signal: abort.signal,
        onPercent: (percent) => change(key, { percent, isOffline: false }),
        onOffline: () => change(key, { isOffline: true }),
      });
      forget(key);
      onDone(upload);
    } catch (error) {
      const detail = describeError(error).detail;
      if (!abort.signal.aborted) change(key, { error: detail, isOffline: false, cancel: () => forget(key) });
    }
  }

  function next(): void {
    const one = active < PARALLEL ? waiting.shift() : undefined;
    if (!one) return;
    if (active++ === 0) addEventListener("beforeunload", askBeforeUnload);
    void send(one).finally(() => {
      if (--active === 0) removeEventListener("beforeunload", askBeforeUnload);
      next();
    });
    next();
  }

  function add(files: Iterable<File>): void {
    const added = [...files].map((file): Sending => {
      const key = ++lastKey;
      return { key, file, percent: 0, cancel: () => forget(key) };
    });
    waiting.push(...added);
    set([...sending, ...added]);
    next();
  }

  return {
    get: () => sending,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add,
    retry(one) {
      forget(one.key);
      add([one.file]);
    },
  };
}

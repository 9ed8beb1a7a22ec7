/** URLs of unfinished uploads. They are kept across reloads, so that an upload resumes where it stopped. */
import { type Upload, VireoError } from "vireo/client";
import { vireo } from "../api";
import { getWorkspace } from "../workspace";
import type { DroppedFile } from "./dropped-files";
import { describeError, showError } from "./failure";

/** Each workspace has its own key, because an upload URL belongs to the workspace that created it. */
const getKey = () => `vireo:uploads:${getWorkspace()}`;
const MAX_UPLOADS = 50;

interface Unfinished {
  url: string;
  expiresAt: number;
}

function read(): Record<string, Unfinished> {
  try {
    return JSON.parse(localStorage.getItem(getKey()) ?? "{}");
  } catch {
    return {};
  }
}

function write(all: Readonly<Record<string, Unfinished>>): void {
  const kept = Object.entries(all)
    .filter(([, { expiresAt }]) => expiresAt > Date.now())
    .slice(-MAX_UPLOADS);
  try {
    localStorage.setItem(getKey(), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage may be blocked. Then uploads start again after a reload.
  }
}

/** Identifies a file without reading it. */
const toFingerprint = ({ name, size, lastModified }: File): string => `${name}|${size}|${lastModified}`;

/** The server keeps an unfinished upload for a day after its last part. */
const LIFETIME_MS = 24 * 3_600_000;

const unfinished = {
  find: (file: File): string | undefined => read()[toFingerprint(file)]?.url,
  keep(file: File, { uploadUrl: url }: Upload): void {
    if (url) write({ ...read(), [toFingerprint(file)]: { url, expiresAt: Date.now() + LIFETIME_MS } });
  },
  forget(file: File): void {
    const { [toFingerprint(file)]: _, ...others } = read();
    write(others);
  },
};

/** A file that is waiting, being uploaded, or has failed. */
export interface Transfer {
  key: number;
  file: File;
  /** Folder of the library for the upload. */
  folder?: string | undefined;
  percent: number;
  /** True while the connection is lost. The upload resumes automatically. */
  isOffline?: boolean | undefined;
  error?: string | undefined;
  cancel(): void;
}

/** Uploads in progress, kept outside the components that show them. */
export interface Uploads {
  get(): readonly Transfer[];
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  add(files: readonly DroppedFile[]): void;
  retry(transfer: Transfer): void;
}

/** Files uploaded at the same time. */
const PARALLEL = 2;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;
/** With these pauses, an upload survives an hour without a connection. */
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

/** True for errors after which the upload can resume. */
const isTemporary = (error: unknown): boolean =>
  error instanceof VireoError &&
  (error.kind === "network_error" || error.kind === "timeout" || error.status === 503 || error.status === 429);

interface Progress {
  signal: AbortSignal;
  onPercent(percent: number): void;
  onOffline(): void;
}

/** Uploads a file. Waits while the connection is lost, and resumes an upload of an earlier visit. */
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
      const canResume = isTemporary(error) && tries < MAX_TRIES;
      if (!canResume) unfinished.forget(file);
      if (isExpired) continue;
      if (!canResume) throw error;
      onOffline();
      await waitForConnection(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS), signal);
    }
  }
}

/** Asks before the page is left during an upload. */
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Uploads files, two at a time. Files that fail stay in the list until they are retried or dismissed. */
export function createUploads(onDone: (upload: Upload) => void): Uploads {
  let transfers: readonly Transfer[] = [];
  let waiting: Transfer[] = [];
  let active = 0;
  const listeners = new Set<() => void>();

  function set(next: readonly Transfer[]): void {
    transfers = next;
    for (const listener of listeners) listener();
  }
  const change = (key: number, patch: Partial<Transfer>) =>
    set(transfers.map((transfer) => (transfer.key === key ? { ...transfer, ...patch } : transfer)));
  function forget(key: number): void {
    waiting = waiting.filter((transfer) => transfer.key !== key);
    set(transfers.filter((transfer) => transfer.key !== key));
  }

  async function send({ key, file, folder }: Transfer): Promise<void> {
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
      if (folder && upload.videoId) await vireo.videos.update(upload.videoId, { folder }).catch(showError);
      forget(key);
      onDone(upload);
    } catch (error) {
      const detail = describeError(error).detail;
      if (!abort.signal.aborted) change(key, { error: detail, isOffline: false, cancel: () => forget(key) });
    }
  }

  function startNext(): void {
    const transfer = active < PARALLEL ? waiting.shift() : undefined;
    if (!transfer) return;
    if (active++ === 0) addEventListener("beforeunload", askBeforeUnload);
    void send(transfer).finally(() => {
      if (--active === 0) removeEventListener("beforeunload", askBeforeUnload);
      startNext();
    });
    startNext();
  }

  function add(files: readonly DroppedFile[]): void {
    const added = files.map(({ file, folder }): Transfer => {
      const key = ++lastKey;
      return { key, file, folder, percent: 0, cancel: () => forget(key) };
    });
    waiting.push(...added);
    set([...transfers, ...added]);
    startNext();
  }

  return {
    get: () => transfers,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add,
    retry({ key, file, folder }) {
      forget(key);
      add([{ file, folder }]);
    },
  };
}

import { useRef, useState } from "react";
import type { Upload } from "vireo/client";
import { vireo } from "../api";
import { describeError } from "./failure";

/** A file that is being uploaded, waits for it, or could not be. */
export interface Sending {
  key: number;
  file: File;
  percent: number;
  error?: string | undefined;
  cancel(): void;
}

/** Files sent at the same time. */
const PARALLEL = 2;
let lastKey = 0;

/** Uploads files, two at a time. Files that fail stay in the list until they are retried or dismissed. */
export function useUploads(onDone: (upload: Upload) => void) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const waiting = useRef<Sending[]>([]);
  const active = useRef(0);
  const change = (key: number, patch: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const forget = (key: number) => {
    waiting.current = waiting.current.filter((one) => one.key !== key);
    setSending((all) => all.filter((one) => one.key !== key));
  };

  async function send({ key, file }: Sending): Promise<void> {
    const abort = new AbortController();
    change(key, {
      cancel() {
        abort.abort();
        forget(key);
      },
    });
    try {
      const upload = await vireo.upload(file, {
        signal: abort.signal,
        onProgress: (sent, total) => change(key, { percent: Math.round((sent / total) * 100) }),
      });
      forget(key);
      onDone(upload);
    } catch (error) {
      const cancel = () => forget(key);
      if (!abort.signal.aborted) change(key, { error: describeError(error).detail, cancel });
    }
  }

  function next(): void {
    const one = active.current < PARALLEL ? waiting.current.shift() : undefined;
    if (!one) return;
    active.current++;
    void send(one).finally(() => {
      active.current--;
      next();
    });
    next();
  }

  function add(files: Iterable<File>): void {
    const added = [...files].map((file): Sending => {
      const key = ++lastKey;
      return { key, file, percent: 0, cancel: () => forget(key) };
    });
    setSending((all) => [...all, ...added]);
    waiting.current.push(...added);
    next();
  }

  return {
    sending,
    add,
    retry(one: Sending) {
      forget(one.key);
      add([one.file]);
    },
  };
}

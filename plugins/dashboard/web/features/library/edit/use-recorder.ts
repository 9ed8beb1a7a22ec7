import { useCallback, useEffect, useRef, useState } from "react";

/** Longer recordings end by themselves. Seconds. */
const MAX_SECONDS = 600;
const TYPES = ["audio/webm;codecs=opus", "audio/mp4"];

export interface Recorder {
  /** Seconds recorded so far. Undefined while nothing is recorded. */
  seconds: number | undefined;
  /** Why there is no recording, for people. */
  error: string | undefined;
  start(): void;
  stop(): void;
}

function describeProblem(error: unknown): string {
  const { name } = error as DOMException;
  if (name === "NotAllowedError") return "The browser may not use the microphone. Allow it in the site's settings.";
  if (name === "NotFoundError") return "No microphone was found.";
  return "The microphone could not be used.";
}

function toFile(parts: readonly Blob[], type: string): File {
  const [mime = ""] = type.split(";");
  const time = new Date().toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
  return new File([...parts], `Recording ${time}.${mime.endsWith("mp4") ? "m4a" : "webm"}`, { type: mime });
}

/** Records the microphone. `onDone` receives the recording and its length in seconds. */
export function useRecorder(onDone: (file: File, seconds: number) => void): Recorder {
  const [seconds, setSeconds] = useState<number>();
  const [error, setError] = useState<string>();
  const recorder = useRef<MediaRecorder>(undefined);
  const isLeft = useRef(false);
  const latest = useRef(onDone);
  latest.current = onDone;

  const stop = useCallback(() => {
    if (recorder.current?.state === "recording") recorder.current.stop();
  }, []);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stop();
    };
  }, [stop]);

  async function record(): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const release = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (isLeft.current) return release();
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const current = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    recorder.current = current;
    const parts: Blob[] = [];
    const begun = performance.now();
    const getSeconds = () => (performance.now() - begun) / 1000;
    const timer = setInterval(() => {
      setSeconds(getSeconds());
      if (getSeconds() >= MAX_SECONDS) stop();
    }, 200);
    current.ondataavailable = ({ data }) => parts.push(data);
    current.onstop = () => {
      clearInterval(timer);
      release();
      setSeconds(undefined);
      if (isLeft.current) return;
      const file = toFile(parts, current.mimeType);
      if (file.size === 0) setError("Nothing was recorded. Speak before you stop.");
      else latest.current(file, getSeconds());
    };
    current.start();
    setSeconds(0);
  }

  return {
    seconds,
    error,
    start() {
      setError(undefined);
      // Browsers offer the microphone to encrypted pages only, and to pages of this machine.
      if (!navigator.mediaDevices) setError("Recording needs HTTPS. Choose a file instead.");
      else record().catch((problem) => setError(describeProblem(problem)));
    },
    stop,
  };
}

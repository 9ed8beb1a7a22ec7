import type { TaskRecord } from "./client";
import { objectOf, textOf, urlsOf } from "./record";
import type { Found, Transport } from "./transport";

/** How far each state is. FIRST_SUCCESS has one of the two tracks; both are waited for. */
const PROGRESS: Readonly<Record<string, number>> = { PENDING: 5, TEXT_SUCCESS: 30, FIRST_SUCCESS: 70 };

/** A track, whichever way its fields are spelled. */
function trackOf(value: unknown) {
  const track = objectOf(value);
  return {
    audio: urlsOf(track.audioUrl ?? track.audio_url)[0],
    art: urlsOf(track.imageUrl ?? track.image_url)[0],
    title: textOf(track.title),
    duration: Number(track.duration) || undefined,
  };
}

/** The two tracks of a task: the first is the result, the second comes along. */
function found(record: TaskRecord): Found & { state: "done" } {
  const { sunoData } = objectOf(record.response);
  const [first, second] = (Array.isArray(sunoData) ? sunoData : []).map(trackOf).filter(({ audio }) => audio);
  return {
    state: "done",
    files: {
      ...(first?.audio ? { main: first.audio } : {}),
      ...(first?.art ? { art: first.art } : {}),
      ...(second?.audio ? { second: second.audio } : {}),
    },
    facts: {
      ...(first?.title ? { title: first.title } : {}),
      ...(first?.duration ? { duration: first.duration } : {}),
    },
  };
}

/** Suno's music. With title and style it is in custom mode, where the prompt is sung as it stands. */
export const suno: Transport = {
  create: "/api/v1/generate",
  read: "/api/v1/generate/record-info",
  needsCallback: true,

  body({ model, prompt, music }) {
    const { instrumental = true, title, style } = music ?? {};
    const common = { instrumental, model: model.vendorId ?? model.id };
    if (!title || !style) return { ...common, customMode: false, prompt };
    // Without a voice there are no lyrics, and Suno reads no prompt: what it describes is part of the style.
    const described = instrumental ? `${style}. ${prompt}`.slice(0, model.maxStyle) : style;
    return { ...common, customMode: true, title, style: described, prompt };
  },

  find(record): Found {
    const status = textOf(record.status);
    if (status === "SUCCESS") return found(record);
    if (status === "CALLBACK_EXCEPTION") {
      // Only their call to us went wrong: a track may be there, or still come.
      const done = found(record);
      return done.files.main ? done : { state: "running" };
    }
    if (/FAILED|ERROR|EXCEPTION/.test(status)) return { state: "failed", words: failure(record, status) };
    const progress = PROGRESS[status];
    return { state: "running", ...(progress === undefined ? {} : { progress }) };
  },
};

/** The state is part of the words: SENSITIVE_WORD_ERROR says what the message may not. */
const failure = (record: TaskRecord, status: string) =>
  [textOf(record.errorMessage) || textOf(record.errorCode), `(${status})`].filter(Boolean).join(" ");

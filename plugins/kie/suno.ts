import type { Dialect, RecordStatus, TaskRecord } from "./dialect";
import { readObject, readText, readUrls } from "./record";

/** Percent by state. FIRST_SUCCESS means one of two tracks; the task ends with both. */
const PROGRESS: Readonly<Record<string, number>> = { PENDING: 5, TEXT_SUCCESS: 30, FIRST_SUCCESS: 70 };

/** Suno's music. A request with title and style uses custom mode, which sings the prompt verbatim. */
export const suno: Dialect = {
  create: "/api/v1/generate",
  read: "/api/v1/generate/record-info",
  needsCallback: true,

  buildBody({ model, vendorId, request: { prompt, music } }) {
    const { instrumental = true, title, style } = music ?? {};
    const common = { instrumental, model: vendorId, prompt };
    if (!title || !style) return { ...common, customMode: false };
    // Without vocals Suno ignores the prompt, so include it in the style.
    const fullStyle = instrumental ? `${style}. ${prompt}`.slice(0, model.maxStyle) : style;
    return { ...common, customMode: true, title, style: fullStyle };
  },

  parseRecord(record) {
    const status = readText(record.status);
    if (status === "SUCCESS") return parseTracks(record);
    if (status === "CALLBACK_EXCEPTION") {
      // Only the callback failed: a track may exist or still arrive.
      const done = parseTracks(record);
      return done.files.main ? done : { state: "running" };
    }
    if (/FAILED|ERROR|EXCEPTION/.test(status)) {
      const message = readText(record.errorMessage) || readText(record.errorCode);
      // SENSITIVE_WORD_ERROR is more specific than the message.
      return { state: "failed", message: [message, `(${status})`].filter(Boolean).join(" ") };
    }
    const progress = PROGRESS[status];
    return { state: "running", progress };
  },
};

/** The first track is the result; the second is returned in addition. */
function parseTracks(record: TaskRecord) {
  const { sunoData } = readObject(record.response);
  const [first, second] = (Array.isArray(sunoData) ? sunoData : []).map(parseTrack).filter(({ audio }) => audio);
  return {
    state: "done",
    files: { main: first?.audio, art: first?.art, second: second?.audio },
    facts: {
      title: first?.title ? first.title : undefined,
      duration: first?.duration ? first.duration : undefined,
    },
  } satisfies RecordStatus;
}

/** Field names come in camelCase and snake_case. */
function parseTrack(value: unknown) {
  const track = readObject(value);
  return {
    audio: readUrls(track.audioUrl ?? track.audio_url)[0],
    art: readUrls(track.imageUrl ?? track.image_url)[0],
    title: readText(track.title),
    duration: Number(track.duration) || undefined,
  };
}

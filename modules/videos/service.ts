/** Service of videos for other modules. */
import type { Brief } from "vireo/brief";
import type { Transaction } from "vireo/database";
import type { Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
import type { Cue } from "vireo/slots/transcribe";
import type { readEdit } from "./edits/edits";
import type { Layer } from "./schema";
import type { Done, Work } from "./steps";
import type { FileFacts } from "./versions";

/** A video to create from a script. */
export interface ScriptedVideo {
  /** Model ID. Defaults to the default model. */
  model?: string;
  /** Prompt for models that render scenes. */
  script: string;
  /** Prompt for models that film: the visible content. */
  footage: string;
  /** Length in seconds, as far as the model supports it. */
  seconds: number;
  brief: Brief;
}

export interface PreparedVideo {
  credits: number;
  /** Charges and queues it in the caller's transaction. Returns its uuid. */
  submit(trx: Transaction): Promise<string>;
}

/** A clip of a long video to make. Times are in seconds of the long video. */
export interface NewClip {
  source: SourceVersion;
  start: number;
  end: number;
  title: string;
  /** Layers after the cut, in seconds of the clip. */
  layers: Layer[];
}

/** A finished version of a video, to look for moments in. */
export interface SourceVersion {
  /** UUID of the video. */
  id: string;
  version: number;
  key: string;
  isUpload: boolean;
  /** Length in seconds, if known. */
  duration: number | undefined;
}

/** File of a video's newest version. */
export interface NewestFile {
  key: string;
  /** Length in seconds, if its engine reported it. */
  duration: number | null;
}

declare module "vireo/module" {
  interface Services {
    videos: {
      /** Returns the storage key of a video's newest version. */
      newestKey(accountId: string, videoId: string): Promise<string | undefined>;
      /** Returns the storage keys of all versions of these videos, given by uuid. */
      listKeys(accountId: string, videoIds: readonly string[]): Promise<string[]>;
      /** Returns the newest version of each video, by uuid. */
      newestFiles(accountId: string, videoIds: readonly string[]): Promise<Map<string, NewestFile>>;
      /** Returns length and opening of files, by storage key. */
      describeFiles(accountId: string, keys: readonly string[]): Promise<Map<string, FileFacts>>;
      /** Checks and prices a video. Throws the errors of POST /videos/generate. */
      prepare(accountId: string, video: ScriptedVideo): Promise<PreparedVideo>;
      /** Finds the newest version of a completed video by its public id. Throws `not_found`, `conflict`. */
      findSource(accountId: string, videoId: string): Promise<SourceVersion>;
      /** Returns what is said in a version, if it is known. */
      findSpeech(accountId: string, source: Pick<SourceVersion, "id" | "version">): Promise<Cue[] | undefined>;
      /** Stores what is said in a version, as its transcript. */
      keepSpeech(accountId: string, source: Pick<SourceVersion, "id" | "version">, cues: readonly Cue[]): Promise<void>;
      /** Transcribes a version and keeps the transcript. Undefined without an engine that transcribes. Throws EngineError. */
      hearSpeech(accountId: string, source: SourceVersion, run: Run, language?: string): Promise<Cue[] | undefined>;
      /** Checks and prices a clip. Throws ApiError. */
      prepareClip(accountId: string, clip: NewClip): Promise<PreparedVideo>;
      /** Runs a step at most once in the life of a generation. Throws EngineError. */
      runStep<Facts extends object>(
        generation: Pick<Generation, "id" | "account_id">,
        step: string,
        run: Run,
        work: Work<Facts>,
      ): Promise<Done<Facts>>;
      /** True if a vendor was called for a step of a generation. */
      isPaidFor(trx: Transaction, generation: Pick<Generation, "id">): Promise<boolean>;
      /** Returns the state of an edit of a video. Throws `not_found`. */
      readEdit(accountId: string, editId: string): ReturnType<typeof readEdit>;
    };
  }
}

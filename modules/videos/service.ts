/** Service of videos for other modules. */
import type { Brief } from "vireo/brief";
import type { Transaction } from "vireo/database";
import type { readEdit } from "./edits/edits";
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
      /** Returns the newest version of each video, by uuid. */
      newestFiles(accountId: string, videoIds: readonly string[]): Promise<Map<string, NewestFile>>;
      /** Returns length and opening of files, by storage key. */
      describeFiles(accountId: string, keys: readonly string[]): Promise<Map<string, FileFacts>>;
      /** Checks and prices a video. Throws the errors of POST /videos/generate. */
      prepare(accountId: string, video: ScriptedVideo): Promise<PreparedVideo>;
      /** Returns the state of an edit of a video. Throws `not_found`. */
      readEdit(accountId: string, editId: string): ReturnType<typeof readEdit>;
    };
  }
}

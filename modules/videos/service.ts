/** What videos offer to other modules. */
import type { Brief } from "vireo/brief";
import type { Transaction } from "vireo/database";
import type { FileFacts } from "./versions";

/** A video to make from a script. */
export interface ScriptedVideo {
  /** The default model without it. */
  model?: string;
  /** The prompt of models that render scenes. */
  script: string;
  /** The prompt of models that film: what is seen. */
  footage: string;
  /** Length in seconds, as far as the model allows. */
  seconds: number;
  brief: Brief;
}

export interface PreparedVideo {
  credits: number;
  /** Charges and queues it in the caller's transaction. Returns its uuid. */
  submit(trx: Transaction): Promise<string>;
}

/** The file of a video's newest version. */
export interface NewestFile {
  key: string;
  /** Seconds, if its maker told. */
  duration: number | null;
}

declare module "vireo/module" {
  interface Services {
    videos: {
      /** Storage key of a video's newest version. */
      newestKey(accountId: string, videoId: string): Promise<string | undefined>;
      /** Newest version of each video, by uuid. */
      newestFiles(accountId: string, videoIds: readonly string[]): Promise<Map<string, NewestFile>>;
      /** Length and opening of files, by storage key. */
      describeFiles(accountId: string, keys: readonly string[]): Promise<Map<string, FileFacts>>;
      /** Checks and prices a video. Throws what POST /videos/generate answers. */
      prepare(accountId: string, wanted: ScriptedVideo): Promise<PreparedVideo>;
    };
  }
}

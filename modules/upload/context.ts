import type { Transaction } from "vireo/database";
import type { Context } from "vireo/module";
import { mergeJson } from "vireo/tables";
import { createThumbnails, type Thumbnails } from "vireo/thumbnails";
import type { UploadRow } from "./migrations";

/** A module that uses uploaded files. */
export interface UploadFollower {
  /** Called in the transaction that stores a file. Returns facts to store with the upload. */
  added(trx: Transaction, upload: UploadRow): Promise<Record<string, unknown>>;
  /**
   * Called in the transaction that deletes an upload. Returns true if the module still needs the file, which it then
   * owns.
   */
  keeps(trx: Transaction, upload: UploadRow): Promise<boolean>;
}

/** The module's context with its shared state. */
export interface Uploads extends Context<unknown, never, "local"> {
  /** Thumbnails of uploaded images. An uploaded video gets its thumbnail as a video. */
  thumbnails: Thumbnails;
  follower: UploadFollower | undefined;
}

export const createUploads = (context: Context<unknown, never, "local">): Uploads => ({
  ...context,
  follower: undefined,
  thumbnails: createThumbnails(context, {
    async find(id) {
      const row = await context.db
        .selectFrom("uploads")
        .select(["account_id", "key", "facts"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row && !row.facts.thumbnail ? { id, accountId: row.account_id, key: row.key } : undefined;
    },
    store: (picture, { key }) => mergeJson(context.db, ["uploads", "facts"], picture, { thumbnail: key }),
  }),
});

import { join } from "node:path";
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { EngineError } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import { newUuid } from "vireo/ids";
import { toName } from "vireo/list";
import type { Context } from "vireo/module";
import { type Format, NoFileError, receiveFormOf, TooLargeError, UnsupportedError } from "vireo/multipart";
import { withFolder } from "vireo/process";
import { newStorageKey } from "vireo/storage";
import { FairQueue } from "vireo/timing";
import type { CheckedFont, CheckInput } from "./check";
import type { FontRow } from "./migration";
import { isFontId, MOST_FONTS } from "./store";

/** Maximum size in bytes. Fonts for Chinese, Japanese and Korean are the largest. */
const MAX_FILE = 12 * 1024 * 1024;
const CHECK_MS = 60_000;
/** Time limit for the whole body. The largest font takes that long at 1 Mbit/s. */
const BODY_MS = 2 * 60_000;
/** Processes that check fonts, each with about 75 MB. Accounts take turns; `admit` limits how many fonts of one wait. */
const checks = new FairQueue({ concurrency: 2, perKey: 1 });
const MAX_NAME = 100;

/** First four bytes of TrueType (two kinds), OpenType, a collection, and WOFF2. */
const SIGNATURES = new Set(["\0\x01\0\0", "true", "OTTO", "ttcf", "wOF2"]);
const FORMAT: Format<{ kind: "font" }> = {
  identify: (head) => (SIGNATURES.has(String.fromCharCode(...head.subarray(0, 4))) ? { kind: "font" } : undefined),
  refuse: () => "Unsupported file format. Send a TTF, OTF or WOFF2 font.",
};

/** Creates a unique family name that libraries find the font under. */
export const getFamily = (id: string): string => `Vireo ${id}`;

/** Receives a form with a font, checks it in a separate process, and stores it. Throws ApiError. */
export async function uploadFont(context: Context, accountId: string, request: Request): Promise<FontRow> {
  const root = join(context.host.dataDir, "tmp");
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data/i.test(type))
    throw new ApiError("unsupported_media_type", "Send multipart/form-data with a font in the field `file`.");
  await context.db.transaction().execute((trx) => requireRoom(trx, context.quotas, accountId));
  const announced = Number(request.headers.get("content-length") ?? 0);
  return context.quotas.admit(accountId, announced, ({ watch }) =>
    withFolder(root, "font-", async (folder) => {
      const path = join(folder, "font");
      const limits = { limit: () => MAX_FILE, announced, fields: ["name"], limitMs: BODY_MS };
      const form = await receiveFormOf(FORMAT, watch(request.body), type, path, limits).catch((error) => {
        throw toApiError(error);
      });
      const id = newUuid();
      const input = { path, family: getFamily(id) };
      const checked = await checks.run(accountId, () => check(context, input, folder));
      return store(context, { id, accountId, name: chooseName(form.fields.get("name"), checked) }, checked);
    }),
  );
}

function toApiError(error: unknown): unknown {
  if (error instanceof TooLargeError) return new ApiError("payload_too_large", error.message);
  if (error instanceof UnsupportedError) return new ApiError("unsupported_media_type", error.message);
  if (error instanceof NoFileError) return invalid("file", error.message);
  return error;
}

async function check({ child, log, stopping }: Context, input: CheckInput, folder: string): Promise<CheckedFont> {
  try {
    return await child<CheckedFont>("font", input, {
      folder,
      files: ["path"],
      signal: stopping,
      timeLimitMs: CHECK_MS,
    });
  } catch (error) {
    if (stopping.aborted) throw error;
    if (error instanceof EngineError && error.code === "storage_full") throw new ApiError("insufficient_storage");
    if (error instanceof EngineError && error.code === "font_refused") throw invalid("file", error.message);
    // The file crashed the process that checked it, or kept it busy too long.
    log.warn("font could not be checked", { error });
    throw invalid("file", "The font is damaged and cannot be read.");
  }
}

/** Characters that are invisible in a name. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}]/u;

function chooseName(requested: string | undefined, { family, style }: CheckedFont): string {
  const name = requested && toName(requested);
  if (!name) return style === "Regular" ? family : `${family} ${style}`;
  if ([...name].length > MAX_NAME || HIDDEN.test(name) || isFontId(name))
    throw invalid("name", `Must be 1 to ${MAX_NAME} visible characters, and not begin with fnt_.`);
  return name;
}

/** Throws `quota_exceeded` if the account has reached its number of fonts. */
const requireRoom = (trx: Transaction, quotas: Context["quotas"], accountId: string) =>
  quotas.requireRoom(trx, accountId, {
    limit: MOST_FONTS,
    name: "fonts",
    async count() {
      const fonts = trx.selectFrom("fonts").where("account_id", "=", accountId);
      const { count } = await fonts.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
      return Number(count);
    },
  });

/** Stores the file and its row. Removes the file if the row cannot be written. */
async function store(
  { db, media, quotas }: Context,
  { id, accountId, name }: { id: string; accountId: string; name: string },
  { path, extension, ...facts }: CheckedFont,
): Promise<FontRow> {
  const key = newStorageKey(extension);
  const { size } = await media.storage.put(key, { path, move: true }, { contentType: `font/${extension}` });
  try {
    return await db.transaction().execute(async (trx) => {
      await requireRoom(trx, quotas, accountId);
      await quotas.checkStorage(trx, accountId, size);
      const row = await trx
        .insertInto("fonts")
        .values({ id, account_id: accountId, name, key, size, facts })
        .onConflict((conflict) => conflict.expression(sql`account_id, lower(name)`).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row) return row;
      throw new ApiError("conflict", `You already have a font named "${name}". Delete it first, or send another name.`);
    });
  } catch (error) {
    await media.remove([key]);
    throw error;
  }
}

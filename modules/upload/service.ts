import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Selectable } from "kysely";
import type { Tables } from "vireo/database";
import { ApiError, invalid, notFound } from "vireo/errors";
import { isUuid, newUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import { type MediaKind, probe, type Sniffed } from "vireo/media";
import type { Context } from "vireo/module";
import { NoFileError, type Received, receive, receiveForm, TooLargeError, UnsupportedError } from "vireo/multipart";
import { withFolder } from "vireo/process";
import type { Page } from "vireo/schema";
import { contentTypes, type Extension, newStorageKey } from "vireo/storage";

export type UploadRow = Selectable<Tables["uploads"]>;

/** How long a one-time address waits for its bytes. */
const PRESIGNED_MS = 60 * 60_000;
const IMPORT_MS = 5 * 60_000;

const extensionOf = (contentType: string): Extension | undefined =>
  (Object.keys(contentTypes) as Extension[]).find((extension) => contentTypes[extension] === contentType.toLowerCase());
const hash = (token: string): string => new Bun.CryptoHasher("sha256").update(token).digest("hex");

/** What went wrong with a file, in the words of the API. */
function refusal(error: unknown): unknown {
  if (error instanceof TooLargeError) return new ApiError("payload_too_large", error.message);
  if (error instanceof UnsupportedError) return new ApiError("unsupported_media_type", error.message);
  if (error instanceof NoFileError) return invalid("file", error.message);
  if (!(error instanceof Error)) return error;
  if (error.name === "UnsafeUrlError") {
    return new ApiError("unsafe_url", `url: ${error.message}`, { errors: { url: [error.message] } });
  }
  if (error.name === "FetchError") return invalid("url", error.message);
  return error;
}

export function createUploads(
  context: Pick<Context, "db" | "media" | "fetch" | "host">,
  sizes: Record<MediaKind, number>,
) {
  const { db, media, fetch, host } = context;
  const limit = (kind: MediaKind) => sizes[kind];

  /** A folder for one file on its way in; what goes wrong there is told in the words of the API. */
  const incoming = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
    withFolder(join(host.dataDir, "tmp"), "up-", work).catch((error) => {
      throw refusal(error);
    });

  async function facts(path: string, { kind }: Sniffed) {
    const probed = await probe(path);
    if (!probed) throw new UnsupportedError(`The file begins like ${kind}, but cannot be read as such.`);
    const { duration, width, height } = probed;
    return {
      kind: probed.kind,
      ...(duration === undefined ? {} : { duration }),
      ...(width && height ? { width, height } : {}),
    };
  }

  /** Stores a received file and its row; a file without a row is removed again. */
  async function keep(accountId: string, { path, size, sniffed }: Received, fileName?: string): Promise<UploadRow> {
    const about = await facts(path, sniffed);
    const key = newStorageKey(sniffed.extension);
    await media.storage.put(key, { path, move: true }, { contentType: sniffed.contentType });
    try {
      return await db
        .insertInto("uploads")
        .values({
          id: newUuid(),
          account_id: accountId,
          status: "stored",
          key,
          file_name: fileName?.slice(0, 255) ?? null,
          content_type: sniffed.contentType,
          size,
          facts: about,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    } catch (error) {
      await media.remove([key]);
      throw error;
    }
  }

  return {
    /** A one-time address for bytes that the client will send. */
    async presign(accountId: string, asked: { fileName: string; contentType: string; size: number }) {
      const extension = extensionOf(asked.contentType);
      const kind = asked.contentType.split("/")[0] as MediaKind;
      if (!extension || !Object.hasOwn(sizes, kind)) {
        const known = Object.values(contentTypes).filter((type) => /^(video|image|audio)\//.test(type));
        throw invalid("contentType", `Must be one of ${known.join(", ")}.`);
      }
      if (asked.size > limit(kind))
        throw new ApiError("payload_too_large", `A file of kind ${kind} may have at most ${limit(kind)} bytes.`);
      const token = randomBytes(24).toString("base64url");
      const row = await db
        .insertInto("uploads")
        .values({
          id: newUuid(),
          account_id: accountId,
          status: "pending",
          key: newStorageKey(extension),
          token_hash: hash(token),
          file_name: asked.fileName,
          content_type: contentTypes[extension],
          size: asked.size,
          facts: {},
          expires_at: new Date(Date.now() + PRESIGNED_MS),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { row, token };
    },

    /** Takes the bytes for a one-time address. The address works until they are stored. */
    async fulfil(token: string, request: Request): Promise<UploadRow> {
      const row = await db
        .selectFrom("uploads")
        .selectAll()
        .where("token_hash", "=", hash(token))
        .where("expires_at", ">", new Date())
        .executeTakeFirst();
      if (!row) throw new ApiError("not_found", "This upload address is unknown, was used, or has expired.");
      return incoming(async (folder) => {
        const announced = Number(request.headers.get("content-length") ?? 0);
        const received = await receive(request.body, join(folder, "file"), {
          limit: (kind) => Math.min(limit(kind), row.size),
          announced,
        });
        if (received.size !== row.size)
          throw invalid("size", `${row.size} bytes were announced, and ${received.size} came.`);
        if (received.sniffed.contentType !== row.content_type) {
          throw new ApiError(
            "unsupported_media_type",
            `${row.content_type} was announced, and ${received.sniffed.contentType} came.`,
          );
        }
        const about = await facts(received.path, received.sniffed);
        await media.storage.put(row.key, { path: received.path, move: true }, { contentType: row.content_type });
        const stored = await db
          .updateTable("uploads")
          .set({ status: "stored", token_hash: null, expires_at: null, facts: about })
          .where("id", "=", row.id)
          .where("status", "=", "pending")
          .returningAll()
          .executeTakeFirst();
        if (!stored) throw new ApiError("not_found", "This upload address was used.");
        return stored;
      });
    },

    fromForm: (accountId: string, request: Request): Promise<UploadRow> =>
      incoming(async (folder) => {
        const announced = Number(request.headers.get("content-length") ?? 0);
        // What surrounds the file in a form is small; the file itself is counted exactly.
        const options = { limit, announced: Math.max(0, announced - 64 * 1024) };
        const form = await receiveForm(
          request.body,
          request.headers.get("content-type") ?? "",
          join(folder, "file"),
          options,
        );
        return keep(accountId, form, form.fileName);
      }),

    fromUrl: (accountId: string, url: string): Promise<UploadRow> =>
      incoming(async (folder) => {
        const answer = await fetch.open(url, { maxBytes: Math.max(...Object.values(sizes)), timeoutMs: IMPORT_MS });
        if (answer.status !== 200) {
          await answer.body.cancel();
          throw invalid("url", `The address answered with ${answer.status}.`);
        }
        return keep(accountId, await receive(answer.body, join(folder, "file"), { limit }));
      }),

    list: (accountId: string, query: Page) =>
      listPage(db.selectFrom("uploads").where("account_id", "=", accountId), query),

    async remove(accountId: string, id: string): Promise<void> {
      const row = isUuid(id)
        ? await db
            .deleteFrom("uploads")
            .where("id", "=", id)
            .where("account_id", "=", accountId)
            .returning("key")
            .executeTakeFirst()
        : undefined;
      if (!row) throw notFound("upload");
      await media.remove([row.key]);
    },

    /** Addresses that were never used. */
    sweep: () =>
      db
        .deleteFrom("uploads")
        .where("status", "=", "pending")
        .where("expires_at", "<", new Date(Date.now() - PRESIGNED_MS))
        .execute(),
  };
}

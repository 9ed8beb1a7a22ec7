import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Insertable, Selectable } from "kysely";
import type { Tables } from "vireo/database";
import { ApiError, invalid, notFound } from "vireo/errors";
import { FetchError, UnsafeUrlError } from "vireo/fetch";
import { isUuid, newUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import { type MediaKind, probe, type Sniffed } from "vireo/media";
import type { Context } from "vireo/module";
import { NoFileError, type Received, receive, receiveForm, TooLargeError, UnsupportedError } from "vireo/multipart";
import { withFolder } from "vireo/process";
import type { Page } from "vireo/schema";
import { contentTypes, type Extension, newStorageKey } from "vireo/storage";

export type UploadRow = Selectable<Tables["uploads"]>;

/** Lifetime of a one-time upload URL. */
const PRESIGNED_MS = 60 * 60_000;
const IMPORT_MS = 5 * 60_000;
/** Allowance for the parts of a form that surround the file. The file itself is counted exactly. */
const FORM_OVERHEAD = 64 * 1024;

const findExtension = (contentType: string): Extension | undefined =>
  (Object.keys(contentTypes) as Extension[]).find((extension) => contentTypes[extension] === contentType.toLowerCase());
const hash = (token: string): string => new Bun.CryptoHasher("sha256").update(token).digest("hex");
const getContentLength = (request: Request) => Number(request.headers.get("content-length") ?? 0);

/** Converts errors about a file into API errors. */
function toApiError(error: unknown): unknown {
  if (error instanceof TooLargeError) return new ApiError("payload_too_large", error.message);
  if (error instanceof UnsupportedError) return new ApiError("unsupported_media_type", error.message);
  if (error instanceof NoFileError) return invalid("file", error.message);
  if (error instanceof UnsafeUrlError)
    return new ApiError("unsafe_url", `url: ${error.message}`, { errors: { url: [error.message] } });
  if (error instanceof FetchError) return invalid("url", error.message);
  return error;
}

async function readFacts(path: string, { kind }: Sniffed) {
  const probed = await probe(path);
  if (!probed) throw new UnsupportedError(`The file looks like ${kind} but cannot be decoded.`);
  const { duration, width, height } = probed;
  return {
    kind: probed.kind,
    ...(duration === undefined ? {} : { duration }),
    ...(width && height ? { width, height } : {}),
  };
}

export class UploadService {
  readonly #context: Pick<Context, "db" | "media" | "fetch" | "host">;
  readonly #sizes: Record<MediaKind, number>;

  constructor(context: Pick<Context, "db" | "media" | "fetch" | "host">, sizes: Record<MediaKind, number>) {
    this.#context = context;
    this.#sizes = sizes;
  }

  /** Creates a one-time URL to which the client sends the file. */
  async presign(accountId: string, requested: { fileName: string; contentType: string; size: number }) {
    const extension = this.#checkRequested(requested);
    const token = randomBytes(24).toString("base64url");
    const row = await this.#insert({
      account_id: accountId,
      status: "pending",
      key: newStorageKey(extension),
      token_hash: hash(token),
      file_name: requested.fileName,
      content_type: contentTypes[extension],
      size: requested.size,
      facts: {},
      expires_at: new Date(Date.now() + PRESIGNED_MS),
    });
    return { row, token };
  }

  /** Receives the file for a one-time URL. The URL stays valid until the file is stored. */
  async fulfil(token: string, request: Request): Promise<UploadRow> {
    const { db, media } = this.#context;
    const row = await db
      .selectFrom("uploads")
      .selectAll()
      .where("token_hash", "=", hash(token))
      .where("expires_at", ">", new Date())
      .executeTakeFirst();
    if (!row) throw new ApiError("not_found", "This upload URL does not exist, was already used, or has expired.");
    return this.#withFolder(async (folder) => {
      const received = await receive(request.body, join(folder, "file"), {
        limit: (kind) => Math.min(this.#sizes[kind], row.size),
        announced: getContentLength(request),
      });
      checkReceived(received, row);
      const facts = await readFacts(received.path, received.sniffed);
      await media.storage.put(row.key, { path: received.path, move: true }, { contentType: row.content_type });
      const stored = await db
        .updateTable("uploads")
        .set({ status: "stored", token_hash: null, expires_at: null, facts })
        .where("id", "=", row.id)
        .where("status", "=", "pending")
        .returningAll()
        .executeTakeFirst();
      if (!stored) throw new ApiError("not_found", "This upload URL was already used.");
      return stored;
    });
  }

  storeForm(accountId: string, request: Request): Promise<UploadRow> {
    return this.#withFolder(async (folder) => {
      const type = request.headers.get("content-type") ?? "";
      const form = await receiveForm(request.body, type, join(folder, "file"), {
        limit: (kind) => this.#sizes[kind],
        announced: Math.max(0, getContentLength(request) - FORM_OVERHEAD),
      });
      return this.#store(accountId, form, form.fileName);
    });
  }

  storeUrl(accountId: string, url: string): Promise<UploadRow> {
    return this.#withFolder(async (folder) => {
      const maxBytes = Math.max(...Object.values(this.#sizes));
      const response = await this.#context.fetch.open(url, { maxBytes, timeoutMs: IMPORT_MS });
      if (response.status !== 200) {
        await response.body.cancel();
        throw invalid("url", `The server responded with status ${response.status}.`);
      }
      const limit = (kind: MediaKind) => this.#sizes[kind];
      return this.#store(accountId, await receive(response.body, join(folder, "file"), { limit }));
    });
  }

  list(accountId: string, query: Page) {
    return listPage(this.#context.db.selectFrom("uploads").where("account_id", "=", accountId), query);
  }

  async remove(accountId: string, id: string): Promise<void> {
    const { db, media } = this.#context;
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
  }

  /** Removes rows of upload URLs that expired without being used. */
  async sweep(): Promise<void> {
    await this.#context.db
      .deleteFrom("uploads")
      .where("status", "=", "pending")
      .where("expires_at", "<", new Date(Date.now() - PRESIGNED_MS))
      .execute();
  }

  #checkRequested({ contentType, size }: { contentType: string; size: number }): Extension {
    const extension = findExtension(contentType);
    const kind = contentType.split("/")[0] as MediaKind;
    if (!extension || !Object.hasOwn(this.#sizes, kind)) {
      const supported = Object.values(contentTypes).filter((type) => /^(video|image|audio)\//.test(type));
      throw invalid("contentType", `Must be one of ${supported.join(", ")}.`);
    }
    const limit = this.#sizes[kind];
    if (size > limit) throw new ApiError("payload_too_large", `Files of type ${kind} can have at most ${limit} bytes.`);
    return extension;
  }

  /** Provides a temporary folder for one incoming file and converts errors into API errors. */
  #withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    return withFolder(join(this.#context.host.dataDir, "tmp"), "up-", work).catch((error) => {
      throw toApiError(error);
    });
  }

  /** Stores a received file and its row. If the row cannot be written, the file is removed. */
  async #store(accountId: string, { path, size, sniffed }: Received, fileName?: string): Promise<UploadRow> {
    const { media } = this.#context;
    const facts = await readFacts(path, sniffed);
    const key = newStorageKey(sniffed.extension);
    await media.storage.put(key, { path, move: true }, { contentType: sniffed.contentType });
    try {
      return await this.#insert({
        account_id: accountId,
        status: "stored",
        key,
        file_name: fileName?.slice(0, 255) ?? null,
        content_type: sniffed.contentType,
        size,
        facts,
      });
    } catch (error) {
      await media.remove([key]);
      throw error;
    }
  }

  #insert(values: Omit<Insertable<Tables["uploads"]>, "id">): Promise<UploadRow> {
    return this.#context.db
      .insertInto("uploads")
      .values({ id: newUuid(), ...values })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
}

function checkReceived({ size, sniffed }: Received, row: UploadRow): void {
  if (size !== row.size) throw invalid("size", `Expected ${row.size} bytes but received ${size}.`);
  if (sniffed.contentType !== row.content_type) {
    throw new ApiError("unsupported_media_type", `Expected ${row.content_type} but received ${sniffed.contentType}.`);
  }
}

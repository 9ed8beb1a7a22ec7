import type { Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import { ApiError, findUnstorable, invalid, validationError } from "vireo/errors";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import type { Uploads } from "./context";
import type { UploadRow } from "./migrations";
import { fulfilUpload, presignUpload } from "./one-time";
import {
  Import,
  PatchUpload,
  Presign,
  Upload,
  UploadBody,
  UploadForm,
  UploadList,
  UploadsQuery,
  UploadTags,
} from "./schema";
import { deleteUpload, listUploads, listUploadTags, storeForm, storeUrl, updateUpload } from "./uploads";

export function addUploadRoutes(router: Router, uploads: Uploads): void {
  router
    .post(
      "/upload",
      async ({ request, caller, set }) => {
        const type = request.headers.get("content-type") ?? "";
        const upload = /^multipart\/form-data/i.test(type)
          ? present(uploads, await storeForm(uploads, caller.accountId, request))
          : /^application\/json/i.test(type)
            ? await storeJson(uploads, caller.accountId, request)
            : undefined;
        if (!upload) {
          throw new ApiError("unsupported_media_type", "Send application/json, or multipart/form-data with a file.");
        }
        set.status = 201;
        set.headers.location = upload.url;
        return upload;
      },
      {
        auth: "media:write",
        secret: ["uploadUrl"],
        // The body may be a large file, so it is streamed and validated by the handler.
        parse: "none",
        detail: {
          summary: "Upload a file",
          description:
            "Send multipart/form-data with a `file` field to store the file directly. Send JSON `{fileName, contentType, size}` to get a one-time URL for a PUT, whole or in parts, or JSON `{url}` to copy a file. You can edit and post a video immediately: see `videoId`.\n\nThe one-time URL also accepts a file in consecutive parts, so that an upload survives lost connections: PUT each part with `Content-Range: bytes 0-8388607/52428800`. All parts but the last must have at least 1 MiB. The response is 202 with `received`, and 200 after the last part. `Content-Range: bytes */52428800` without a body returns the number of bytes received. Received bytes are kept for 24 hours after each part. If the response to the last part is lost, the same request returns the stored upload for a day.",
          "x-errors": [507],
          "x-consumes": { "application/json": UploadBody, "multipart/form-data": UploadForm },
        } as object,
        response: { 201: Upload },
      },
    )
    .get(
      "/uploads",
      async ({ caller, query }) => {
        const { rows, pagination } = await listUploads(uploads, caller.accountId, query);
        return { uploads: rows.map((row) => present(uploads, row)), pagination };
      },
      { auth: "media:read", detail: { summary: "List uploads" }, query: UploadsQuery, response: { 200: UploadList } },
    )
    .get("/uploads/tags", async ({ caller }) => ({ tags: await listUploadTags(uploads, caller.accountId) }), {
      auth: "media:read",
      detail: { operationId: "listUploadTags", summary: "List the tags of uploads" } as object,
      response: { 200: UploadTags },
    })
    .patch(
      "/uploads/:uploadId",
      async ({ caller, params, body }) => {
        if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
        return present(uploads, await updateUpload(uploads, caller.accountId, params.uploadId, body));
      },
      {
        auth: "media:write",
        detail: { summary: "Change the name or the tags of an upload" },
        body: PatchUpload,
        response: { 200: Upload },
      },
    )
    .delete(
      "/uploads/:uploadId",
      async ({ caller, params, set }) => {
        await deleteUpload(uploads, caller.accountId, params.uploadId);
        set.status = 204;
      },
      { auth: "media:write", detail: { summary: "Delete an upload and its file" }, response: { 204: Nothing } },
    );
}

/** The routes of one-time URLs, which need no key. */
export const createOneTimeRoutes = (uploads: Uploads) =>
  new Elysia({ normalize: false }).put(
    "/:token",
    async ({ params, request, set }) => {
      const { row, received } = await fulfilUpload(uploads, params.token, request);
      if (received === undefined) return present(uploads, row);
      set.status = 202;
      return { ...present(uploads, row), received };
    },
    { parse: "none", response: { 200: Upload, 202: Upload } },
  );

function present({ media, host }: Uploads, { facts, ...row }: UploadRow, token?: string) {
  const { thumbnail, sentBytes: _, ...rest } = facts;
  return {
    uploadId: row.id,
    status: row.status,
    url: media.url(row.key),
    thumbnailUrl: thumbnail ? media.url(thumbnail) : undefined,
    ...(token ? { uploadUrl: `${host.origin}/open/upload/${token}`, method: "PUT" } : {}),
    expiresAt: row.expires_at ? row.expires_at.getTime() : undefined,
    fileName: row.file_name ?? undefined,
    tags: row.tags.length > 0 ? row.tags : undefined,
    contentType: row.content_type,
    size: row.size,
    ...rest,
    createdAt: row.created_at.getTime(),
  };
}

async function storeJson(uploads: Uploads, accountId: string, request: Request) {
  const body = await readJson(request);
  if ("url" in body) {
    const { url } = parse(Import, body);
    return present(uploads, await storeUrl(uploads, accountId, url));
  }
  const { row, token } = await presignUpload(uploads, accountId, parse(Presign, body));
  return present(uploads, row, token);
}

/** The edge has already limited its size and depth. */
async function readJson(request: Request): Promise<object> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    throw new ApiError("invalid_json");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw invalid("body", "Must be an object.");
  const bad = findUnstorable(body);
  if (bad) throw invalid(bad, "Must be well-formed Unicode text without NUL characters.");
  return body;
}

function parse<T extends typeof Import | typeof Presign>(schema: T, body: object) {
  if (!Value.Check(schema, body)) throw validationError(Value.Errors(schema, body), "body");
  return body as Static<T>;
}

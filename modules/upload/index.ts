import type { Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import { ApiError, findUnstorable, invalid, validationError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { Nothing } from "vireo/schema";
import { Intake } from "./intake";
import { migrations, type UploadRow } from "./migrations";
import { OneTimeUploads } from "./one-time";
import {
  Import,
  PatchUpload,
  Presign,
  Upload,
  UploadBody,
  UploadForm,
  Uploads,
  UploadsQuery,
  UploadTags,
} from "./schema";
import { UploadService } from "./service";

export const upload = defineModule({
  name: "upload",
  prefix: "",
  uses: ["local"],
  scopes: ["media:read", "media:write"],
  description: "Upload files directly or to a one-time URL, or copy them from a URL.",
  migrations,
  start(context) {
    const { router, media, host } = context;
    const intake = new Intake(context);
    const uploads = new UploadService(intake);
    const oneTime = new OneTimeUploads(intake);

    const present = ({ facts, ...row }: UploadRow, token?: string) => {
      const { thumbnail, ...rest } = facts;
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
    };

    async function storeJson(accountId: string, request: Request) {
      const body = await readJson(request);
      if ("url" in body) {
        const { url } = parse(Import, body);
        return present(await uploads.storeUrl(accountId, url));
      }
      const { row, token } = await oneTime.presign(accountId, parse(Presign, body));
      return present(row, token);
    }

    const routes = router()
      .post(
        "/upload",
        async ({ request, caller, set }) => {
          const type = request.headers.get("content-type") ?? "";
          const upload = /^multipart\/form-data/i.test(type)
            ? present(await uploads.storeForm(caller.accountId, request))
            : /^application\/json/i.test(type)
              ? await storeJson(caller.accountId, request)
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
              "Send multipart/form-data with a `file` field to store the file directly. Send JSON `{fileName, contentType, size}` to get a one-time URL for a PUT, whole or in parts, or JSON `{url}` to copy a file. A video can be edited and posted at once: see `videoId`.\n\nThe one-time URL also accepts a file in consecutive parts, so that an upload survives lost connections: PUT each part with `Content-Range: bytes 0-8388607/52428800`. All parts but the last must have at least 1 MiB. The response is 202 with `received`, and 200 after the last part. `Content-Range: bytes */52428800` without a body returns the number of bytes received. Received bytes are kept for 24 hours after each part. If the response to the last part is lost, the same request returns the stored upload for a day.",
            "x-errors": [507],
            "x-consumes": { "application/json": UploadBody, "multipart/form-data": UploadForm },
          } as object,
          response: { 201: Upload },
        },
      )
      .get(
        "/uploads",
        async ({ caller, query }) => {
          const { rows, pagination } = await uploads.list(caller.accountId, query);
          return { uploads: rows.map((row) => present(row)), pagination };
        },
        { auth: "media:read", detail: { summary: "List uploads" }, query: UploadsQuery, response: { 200: Uploads } },
      )
      .get("/uploads/tags", async ({ caller }) => ({ tags: await uploads.listTags(caller.accountId) }), {
        auth: "media:read",
        detail: { operationId: "listUploadTags", summary: "List the tags of uploads" } as object,
        response: { 200: UploadTags },
      })
      .patch(
        "/uploads/:uploadId",
        async ({ caller, params, body }) => {
          if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
          return present(await uploads.update(caller.accountId, params.uploadId, body));
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
          await uploads.remove(caller.accountId, params.uploadId);
          set.status = 204;
        },
        { auth: "media:write", detail: { summary: "Delete an upload and its file" }, response: { 204: Nothing } },
      );

    const open = new Elysia({ normalize: false }).put(
      "/:token",
      async ({ params, request, set }) => {
        const { row, received } = await oneTime.fulfil(params.token, request);
        if (received === undefined) return present(row);
        set.status = 202;
        return { ...present(row), received };
      },
      { parse: "none", response: { 200: Upload, 202: Upload } },
    );

    return {
      routes,
      open,
      service: uploads,
      jobs: intake.thumbnails.jobs,
      schedules: { sweep: { cron: "0 41 * * * *", run: () => oneTime.sweep() } },
    };
  },
});

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

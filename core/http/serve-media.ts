import { Elysia } from "elysia";
import { ApiError } from "#core/request/errors";
import type { ByteRange, Storage, StoredFile } from "#core/storage/storage";

/**
 * Lets pages of other sites read files, such as a web app of its own that shows videos. Whoever knows a name may read the
 * file anyway, and names cannot be guessed.
 */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "accept-ranges, content-length, content-range, etag, last-modified",
};

const PREFLIGHT = {
  ...CORS,
  "access-control-allow-headers": "if-match, if-modified-since, if-none-match, if-range, range",
  "access-control-allow-methods": "GET, HEAD",
  "access-control-max-age": "86400",
  allow: "GET, HEAD, OPTIONS",
};

const HEADERS = {
  ...CORS,
  "accept-ranges": "bytes",
  "cache-control": "public, max-age=31536000, immutable",
  "content-disposition": "inline",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
};

type Files = Pick<Storage, "open">;

export const mediaRoutes = (files: Files) =>
  new Elysia({ normalize: false })
    .get(
      "/media/*",
      async ({ params, request }) => {
        const response = await serveMedia(files, decodeURIComponent(params["*"]), request);
        if (!response) throw new ApiError("not_found", "File not found.", { headers: CORS });
        return response;
      },
      { detail: { hide: true } },
    )
    .options("/media/*", () => new Response(null, { status: 204, headers: PREFLIGHT }), { detail: { hide: true } });

/**
 * Serves GET and HEAD for a stored file, with single byte ranges and conditions. Undefined if the file does not exist.
 * @example
 * const { file } = await context.media.take("/tmp/brew.mp4");
 * const response = await serveMedia(context.media.storage, file.key, new Request("http://localhost/"));
 */
export async function serveMedia(files: Files, key: string, request: Request): Promise<Response | undefined> {
  const file = await files.open(key);
  if (!file) return undefined;
  const headers = new Headers({
    ...HEADERS,
    etag: file.etag,
    "last-modified": file.lastModified.toUTCString(),
  });
  if (isFresh(request.headers, file)) return new Response(null, { status: 304, headers });

  headers.set("content-type", file.contentType);
  headers.set("content-length", String(file.size));
  if (request.method === "HEAD") return new Response(null, { headers });

  const range = parseRange(request.headers, file);
  if (range === "unsatisfiable") {
    headers.delete("content-length");
    headers.delete("content-type");
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (!range) return new Response(getBody(file), { headers });
  headers.set("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  headers.set("content-length", String(range.end - range.start + 1));
  return new Response(getBody(file, range), { status: 206, headers });
}

/** Sends a file on disk as a file, which keeps Content-Length. A stream would be sent chunked. */
function getBody(file: StoredFile, range?: ByteRange) {
  if (!file.path) return file.stream(range);
  const whole = Bun.file(file.path);
  return range ? whole.slice(range.start, range.end + 1) : whole;
}

function isFresh(headers: Headers, { etag, lastModified }: StoredFile): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return tags.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/**
 * Returns the requested range. Undefined (the whole file) if the header is missing, malformed, outdated or has several
 * ranges.
 */
function parseRange(headers: Headers, file: StoredFile): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get("range")?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const condition = headers.get("if-range");
  if (condition !== null && condition !== file.etag && condition !== file.lastModified.toUTCString()) return undefined;
  if (from === "") {
    const start = Math.max(0, file.size - Number(to));
    return start < file.size ? { start, end: file.size - 1 } : "unsatisfiable";
  }
  const start = Number(from);
  const end = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (end < start) return undefined;
  return start < file.size ? { start, end: Math.min(end, file.size - 1) } : "unsatisfiable";
}

/**
 * Just enough of an S3 service on loopback to see what our storage asks of one: single and multipart
 * uploads, HEAD, GET with a range, DELETE, lists. It believes every signature, so it proves the calls and
 * their order, not that a real service accepts them.
 */
export function startS3() {
  const objects = new Map<string, { bytes: Uint8Array; type: string; etag: string; modified: Date }>();
  const uploads = new Map<string, { type: string; parts: Uint8Array[] }>();
  const calls: string[] = [];
  const state = { failing: false, largestPart: 0, largestPage: 1000 };

  const xml = (text: string, status = 200) =>
    new Response(text, { status, headers: { "content-type": "application/xml" } });
  const tag = (bytes: Uint8Array) => `"${new Bun.CryptoHasher("md5").update(bytes).digest("hex")}"`;
  const save = (key: string, bytes: Uint8Array, type: string) => {
    const etag = tag(bytes);
    objects.set(key, { bytes, type, etag, modified: new Date(1_700_000_000_000) });
    return etag;
  };

  /** In pages of at most `largestPage`, as services do whatever is asked for. */
  function list(bucket: string, query: URLSearchParams): Response {
    const root = `${bucket.replace(/\/$/, "")}/`;
    const after = query.get("start-after") ?? "";
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(root))
      .map((name) => name.slice(root.length))
      .sort();
    const rest = names.filter((name) => name > after);
    const page = rest.slice(0, Math.min(state.largestPage, Number(query.get("max-keys") ?? 1000)));
    const contents = page.map((name) => {
      const { bytes, modified } = objects.get(root + name)!;
      return `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    return xml(
      `<ListBucketResult><IsTruncated>${page.length < rest.length}</IsTruncated>${contents.join("")}</ListBucketResult>`,
    );
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname: key, searchParams: query } = new URL(request.url);
      const type = request.headers.get("content-type") ?? "";
      const part = query.get("partNumber");
      calls.push(
        `${request.method} ${part ? "part" : query.has("uploads") ? "start" : query.has("uploadId") ? "finish" : "object"}`,
      );
      if (!request.headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256"))
        return xml("<Error><Code>AccessDenied</Code></Error>", 403);
      if (query.has("list-type")) return list(key, query);
      const upload = uploads.get(query.get("uploadId") ?? "");
      if (request.method === "POST" && query.has("uploads")) {
        const id = String(uploads.size + 1);
        uploads.set(id, { type, parts: [] });
        return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      if (request.method === "PUT") {
        const bytes = await request.bytes();
        if (state.failing) return xml("<Error><Code>InternalError</Code><Message>broken</Message></Error>", 500);
        if (!part) return new Response(null, { headers: { etag: save(key, bytes, type) } });
        upload!.parts[Number(part) - 1] = bytes;
        state.largestPart = Math.max(state.largestPart, bytes.length);
        return new Response(null, { headers: { etag: tag(bytes) } });
      }
      if (request.method === "POST" && upload) {
        const etag = save(key, Buffer.concat(upload.parts), upload.type);
        return xml(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
      }
      const object = objects.get(key);
      if (request.method === "DELETE") {
        if (!query.has("uploadId")) objects.delete(key);
        return new Response(null, { status: 204 });
      }
      if (!object) return xml("<Error><Code>NoSuchKey</Code><Message>none</Message></Error>", 404);
      const headers = {
        etag: object.etag,
        "content-type": object.type,
        "last-modified": object.modified.toUTCString(),
      };
      if (request.method === "HEAD")
        return new Response(null, { headers: { ...headers, "content-length": String(object.bytes.length) } });
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "");
      if (!range) return new Response(object.bytes as Uint8Array<ArrayBuffer>, { headers });
      return new Response(object.bytes.slice(Number(range[1]), Number(range[2]) + 1), { status: 206, headers });
    },
  });
  return {
    options: {
      endpoint: server.url.origin,
      bucket: "media",
      region: "auto",
      accessKeyId: "key",
      secretAccessKey: "secret",
    },
    objects,
    calls,
    state,
    stop: () => server.stop(true),
  };
}

/**
 * As much of an S3 service on loopback as LanceDB asks of one: objects with conditions and ranges, uploads in parts,
 * lists, removal in bulk. It looks at who signs and for which region, and believes the signature itself.
 */
export function startBucket(bucket: string, { accessKeyId, region }: { accessKeyId: string; region: string }) {
  const objects = new Map<string, { bytes: Uint8Array<ArrayBuffer>; etag: string }>();
  const uploads = new Map<string, Uint8Array[]>();
  const refused: string[] = [];
  let writes = 0;

  const xml = (text: string, status = 200) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
      status,
      headers: { "content-type": "application/xml" },
    });
  const error = (code: string, status: number) =>
    xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
  const save = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    const etag = `"${++writes}"`;
    objects.set(key, { bytes, etag });
    return etag;
  };
  const DATE = new Date(1_700_000_000_000);

  function list(query: URLSearchParams): Response {
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter") ?? "";
    const contents: string[] = [];
    const folders = new Set<string>();
    for (const [key, { bytes, etag }] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!key.startsWith(prefix)) continue;
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      if (end >= 0) folders.add(key.slice(0, end + 1));
      else if (key > (query.get("start-after") ?? ""))
        contents.push(
          `<Contents><Key>${key}</Key><LastModified>${DATE.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${bytes.length}</Size></Contents>`,
        );
    }
    const common = [...folders].map((one) => `<CommonPrefixes><Prefix>${one}</Prefix></CommonPrefixes>`);
    return xml(
      `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}${common.join("")}</ListBucketResult>`,
    );
  }

  async function post(key: string, query: URLSearchParams, request: Request): Promise<Response> {
    if (query.has("delete")) {
      const keys = [...(await request.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one]) => one!);
      for (const one of keys) objects.delete(one);
      return xml(`<DeleteResult>${keys.map((one) => `<Deleted><Key>${one}</Key></Deleted>`).join("")}</DeleteResult>`);
    }
    if (query.has("uploads")) {
      uploads.set(String(uploads.size + 1), []);
      return xml(`<InitiateMultipartUploadResult><UploadId>${uploads.size}</UploadId></InitiateMultipartUploadResult>`);
    }
    const parts = uploads.get(query.get("uploadId") ?? "");
    if (!parts) return error("NoSuchUpload", 404);
    return xml(
      `<CompleteMultipartUploadResult><ETag>${save(key, new Uint8Array(Buffer.concat(parts)))}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  async function put(key: string, query: URLSearchParams, request: Request): Promise<Response> {
    const source = request.headers.get("x-amz-copy-source");
    const copied =
      source && objects.get(decodeURIComponent(source).replace(`/${bucket}/`, "").replace(`${bucket}/`, ""));
    const bytes = copied ? copied.bytes : await request.bytes();
    const parts = uploads.get(query.get("uploadId") ?? "");
    if (parts) {
      parts[Number(query.get("partNumber")) - 1] = bytes as Uint8Array;
      return new Response(null, { headers: { etag: `"part"` } });
    }
    if (request.headers.get("if-none-match") === "*" && objects.has(key)) return error("PreconditionFailed", 412);
    const etag = save(key, bytes as Uint8Array<ArrayBuffer>);
    return copied
      ? xml(`<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`)
      : new Response(null, { headers: { etag } });
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, searchParams: query } = new URL(request.url);
      const [, scope = ""] = /Credential=([^,]+)/.exec(request.headers.get("authorization") ?? "") ?? [];
      const [id, , where] = scope.split("/");
      if (id !== accessKeyId || where !== region) {
        refused.push(`${id} ${where}`);
        return error("AccessDenied", 403);
      }
      const [, named, ...rest] = pathname.split("/").map(decodeURIComponent);
      if (named !== bucket) return error("NoSuchBucket", 404);
      const key = rest.join("/");
      if (request.method === "GET" && query.has("list-type")) return list(query);
      if (request.method === "POST") return post(key, query, request);
      if (request.method === "PUT") return put(key, query, request);
      if (request.method === "DELETE") {
        objects.delete(key);
        return new Response(null, { status: 204 });
      }
      const object = objects.get(key);
      if (!object) return error("NoSuchKey", 404);
      const headers = { etag: object.etag, "last-modified": DATE.toUTCString() };
      const size = object.bytes.length;
      if (request.method === "HEAD")
        return new Response(null, { headers: { ...headers, "content-length": String(size) } });
      const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
      if (from === undefined) return new Response(object.bytes, { headers });
      const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
      const end = from === "" || to === "" ? size : Math.min(size, Number(to) + 1);
      const range = `bytes ${start}-${end - 1}/${size}`;
      return new Response(object.bytes.slice(start, end), {
        status: 206,
        headers: { ...headers, "content-range": range },
      });
    },
  });
  return { endpoint: server.url.origin, objects, refused, stop: () => server.stop(true) };
}

interface StoredObject {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  modified: Date;
}

const DEFAULTS = { bucket: "media", region: "nowhere-1", accessKeyId: "key", secretAccessKey: "secret" };

const xml = (text: string, status = 200) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    status,
    headers: { "content-type": "application/xml" },
  });
const refuse = (code: string, status: number) =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);

/**
 * The parts of an S3 service that our storage and LanceDB use, in memory on loopback: objects with conditions and ranges,
 * multipart uploads, lists, copies and bulk deletes. It checks who signs and for which region, but not the signature
 * itself, so it proves the calls and their order, not that a real service accepts them.
 */
export class FakeS3 {
  readonly options: typeof DEFAULTS;
  readonly objects = new Map<string, StoredObject>();
  /** The calls so far, such as "PUT part". */
  readonly calls: string[] = [];
  /** Credentials of refused calls. */
  readonly refused: string[] = [];
  readonly state = { failing: false, largestPart: 0, largestPage: 1000 };
  readonly #uploads = new Map<string, { type: string; parts: Uint8Array[] }>();
  readonly #server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#answer(request) });

  constructor(options = DEFAULTS) {
    this.options = options;
  }

  get endpoint(): string {
    return this.#server.url.origin;
  }

  /** What `createS3Storage` needs. */
  get settings() {
    return { ...this.options, endpoint: this.endpoint };
  }

  stop = () => this.#server.stop(true);

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams: query } = new URL(request.url);
    const [, bucket, ...rest] = pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    const { method, headers } = request;
    this.calls.push(`${method} ${nameAction(query)}`);
    const scope = /^AWS4-HMAC-SHA256 .*Credential=([^,]+)/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
    const [id, , region] = scope.split("/");
    if (id !== this.options.accessKeyId || region !== this.options.region) {
      this.refused.push(`${id} ${region}`);
      return refuse("AccessDenied", 403);
    }
    if (bucket !== this.options.bucket) return refuse("NoSuchBucket", 404);
    if (method === "GET" && query.has("list-type")) return this.#list(query);
    if (method === "POST") return this.#post(key, query, request);
    if (method === "PUT") return this.#put(key, query, request);
    if (method === "DELETE") {
      if (!query.has("uploadId")) this.objects.delete(key);
      return new Response(null, { status: 204 });
    }
    return this.#read(key, request);
  }

  #save(key: string, bytes: Uint8Array<ArrayBuffer>, type: string): string {
    const etag = hash(bytes);
    this.objects.set(key, { bytes, type, etag, modified: new Date(1_700_000_000_000) });
    return etag;
  }

  /** Lists pages of at most `largestPage`, as services do whatever the caller asks for. */
  #list(query: URLSearchParams): Response {
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter") ?? "";
    const after = query.get("continuation-token") ?? query.get("start-after") ?? "";
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const getFolder = (key: string) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? undefined : key.slice(0, end + 1);
    };
    const rest = keys.filter((key) => key > after && getFolder(key) === undefined);
    const page = rest.slice(0, Math.min(this.state.largestPage, Number(query.get("max-keys") ?? 1000)));
    const contents = page.map((key) => {
      const { bytes, etag, modified } = this.objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const folders = new Set(keys.map(getFolder).filter((folder) => folder !== undefined));
    const common = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
    const more = page.length < rest.length;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return xml(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join("")}${common.join("")}</ListBucketResult>`,
    );
  }

  async #post(key: string, query: URLSearchParams, request: Request): Promise<Response> {
    if (query.has("delete")) {
      const keys = [...(await request.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one]) => one!);
      for (const one of keys) this.objects.delete(one);
      return xml(`<DeleteResult>${keys.map((one) => `<Deleted><Key>${one}</Key></Deleted>`).join("")}</DeleteResult>`);
    }
    if (query.has("uploads")) {
      const id = String(this.#uploads.size + 1);
      this.#uploads.set(id, { type: request.headers.get("content-type") ?? "", parts: [] });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const upload = this.#uploads.get(query.get("uploadId") ?? "");
    if (!upload) return refuse("NoSuchUpload", 404);
    const etag = this.#save(key, new Uint8Array(Buffer.concat(upload.parts)), upload.type);
    return xml(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
  }

  async #put(key: string, query: URLSearchParams, request: Request): Promise<Response> {
    const bytes = await request.bytes();
    if (this.state.failing) return refuse("InternalError", 500);
    const upload = this.#uploads.get(query.get("uploadId") ?? "");
    if (upload) {
      upload.parts[Number(query.get("partNumber")) - 1] = bytes;
      this.state.largestPart = Math.max(this.state.largestPart, bytes.length);
      return new Response(null, { headers: { etag: hash(bytes) } });
    }
    const { headers } = request;
    const source = headers.get("x-amz-copy-source");
    const copied = source && this.objects.get(decodeURIComponent(source).replace(/^\/?[^/]+\//, ""));
    if (copied) {
      const etag = this.#save(key, copied.bytes, copied.type);
      return xml(`<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`);
    }
    if (headers.get("if-none-match") === "*" && this.objects.has(key)) return refuse("PreconditionFailed", 412);
    return new Response(null, { headers: { etag: this.#save(key, bytes, headers.get("content-type") ?? "") } });
  }

  #read(key: string, { method, headers: asked }: Request): Response {
    const object = this.objects.get(key);
    if (!object) return refuse("NoSuchKey", 404);
    const { bytes, etag, type, modified } = object;
    const headers = { etag, "content-type": type, "last-modified": modified.toUTCString() };
    const size = bytes.length;
    if (method === "HEAD") return new Response(null, { headers: { ...headers, "content-length": String(size) } });
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(asked.get("range") ?? "") ?? [];
    if (from === undefined) return new Response(bytes, { headers });
    const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === "" || to === "" ? size : Math.min(size, Number(to) + 1);
    const range = `bytes ${start}-${end - 1}/${size}`;
    return new Response(bytes.slice(start, end), { status: 206, headers: { ...headers, "content-range": range } });
  }
}

const hash = (bytes: Uint8Array) => `"${new Bun.CryptoHasher("md5").update(bytes).digest("hex")}"`;

function nameAction(query: URLSearchParams): string {
  if (query.has("partNumber")) return "part";
  if (query.has("uploads")) return "start";
  return query.has("uploadId") ? "finish" : "object";
}

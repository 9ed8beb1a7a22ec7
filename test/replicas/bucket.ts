import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
// @ts-expect-error: it comes without types.
import S3rver from "@20minutes/s3rver";
// @ts-expect-error: it comes without types.
import signatures from "@20minutes/s3rver/lib/signature/v4.js";

/** What middlewares of that server see of a request. */
interface Exchange {
  method: string;
  path: string;
  status: number;
  body: unknown;
  headers: Record<string, string | undefined>;
  req: { destroy(): void };
  respond: boolean;
}

interface Listing {
  objects: { key: string }[];
  commonPrefixes: string[];
  isTruncated: boolean;
}
interface ListOptions {
  delimiter?: string;
  maxKeys: number;
  prefix: string;
}

/** Lists in the order of the keys and with folders, as S3 does: LanceDB finds its tables and their newest version so. */
function mendLists(store: { listObjects(bucket: string, options: object): Promise<Listing> }): void {
  const list = store.listObjects.bind(store);
  store.listObjects = async (bucket, options) => {
    const { delimiter, maxKeys, prefix } = options as ListOptions;
    const whole = await list(bucket, { ...options, delimiter: undefined, maxKeys: Number.MAX_SAFE_INTEGER });
    const folder = ({ key }: { key: string }) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? undefined : key.slice(0, end + 1);
    };
    const files = whole.objects.filter((one) => !folder(one)).sort((a, b) => (a.key < b.key ? -1 : 1));
    const folders = new Set(whole.objects.map(folder).filter((name) => name !== undefined));
    return {
      objects: files.slice(0, maxKeys),
      commonPrefixes: [...folders].sort(),
      isTruncated: files.length > maxKeys,
    };
  };
}

const SLASH = "slash-at-the-end";
/** Checks the signature of the path that was sent: Bun lists a bucket with a slash at the end, which the server drops. */
const computeText = signatures.getStringToSign;
signatures.getStringToSign = (request: { uri: string; headers: Exchange["headers"] }, ...rest: unknown[]) =>
  computeText(request.headers[SLASH] ? { ...request, uri: `${request.uri}/` } : request, ...rest);

/** A bucket, as the settings of a Vireo. */
export interface Bucket {
  env: Record<string, string>;
  /** Address of the service. */
  endpoint: string;
  /** Writes that were refused since the object was there already. */
  refused(): number;
  /** From here on nobody answers there, or somebody does again. Not of a service of one's own. */
  away?(isAway: boolean): void;
  /** From here on nothing may be deleted, or it may again. Not of a service of one's own. */
  lock?(isLocked: boolean): void;
  stop(): Promise<void>;
}

const REFUSED = "<Error><Code>PreconditionFailed</Code><Message>It is there already.</Message></Error>";

const DENIED = "<Error><Code>AccessDenied</Code><Message>Nothing may be deleted.</Message></Error>";

const settings = (endpoint: string, bucket: string, id: string, secret: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: "us-east-1",
  S3_ACCESS_KEY_ID: id,
  S3_SECRET_ACCESS_KEY: secret,
});

/** A service of one's own: `S3_TEST_URL=http://<id>:<secret>@127.0.0.1:7480/<bucket>`. */
function given(url: string): Bucket {
  const { origin, pathname, username, password } = new URL(url);
  return {
    env: settings(origin, pathname.slice(1), username, password),
    endpoint: origin,
    refused: () => 0,
    stop: async () => {},
  };
}

/**
 * A bucket on loopback, empty: s3rver, which checks signatures, keeps files in a folder and knows parts and ranges. It
 * knows no conditions, so `If-None-Match: *` is added here; without it (`isConditional: false`) it is as the services
 * are that ignore the header. One request at a time: it writes files where readers see them half-written.
 */
export async function startBucket({ isConditional = true } = {}): Promise<Bucket> {
  if (process.env.S3_TEST_URL && isConditional) return given(process.env.S3_TEST_URL);
  const directory = await mkdtemp(join(tmpdir(), "vireo-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: "vireo" }],
  });
  mendLists(server.store);
  let refused = 0;
  let isAway = false;
  let isLocked = false;
  let last: Promise<unknown> = Promise.resolve();
  server.middleware.unshift(async (exchange: Exchange, next: () => Promise<void>) => {
    const answer = async () => {
      const { method, path, headers } = exchange;
      if (isAway) {
        exchange.respond = false;
        return exchange.req.destroy();
      }
      if (isLocked && method === "DELETE") {
        exchange.status = 403;
        exchange.body = DENIED;
        return;
      }
      if (/^\/[^/]+\/$/.test(path)) headers[SLASH] = "yes";
      const [, bucket, ...key] = decodeURIComponent(path).split("/");
      const isNew = isConditional && method === "PUT" && headers["if-none-match"] === "*";
      if (!isNew || !(await server.store.existsObject(bucket, key.join("/")))) return next();
      refused++;
      exchange.status = 412;
      exchange.body = REFUSED;
    };
    const mine = last.then(answer, answer);
    last = mine.catch(() => {});
    await mine;
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    env: settings(endpoint, "vireo", "S3RVER", "S3RVER"),
    endpoint,
    refused: () => refused,
    away(is) {
      isAway = is;
    },
    lock(is) {
      isLocked = is;
    },
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

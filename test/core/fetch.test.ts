import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createSafeFetch, FetchError, UnsafeUrlError } from "#core/fetch/fetch";

const limits = { maxBytes: 1_000_000, timeoutMs: 5_000 };
const PUBLIC = { address: "93.184.215.14", family: 4 };
const LOOPBACK = { address: "127.0.0.1", family: 4 };

/** A server on loopback that says byte for byte what a test wants, and counts who connects. */
interface Raw {
  port: number;
  accepted: number;
  closed: number;
  requests: string[];
  answers: Record<string, (socket: Socket) => void>;
  server: Server;
}
const raw: Raw = { port: 0, accepted: 0, closed: 0, requests: [], answers: {}, server: createServer() };
const reply =
  (head: string, body: string | Uint8Array = "") =>
  (socket: Socket) => {
    socket.write(`HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
  };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fetch-"));
  raw.server.on("connection", (socket) => {
    raw.accepted++;
    socket.on("error", () => {});
    socket.on("close", () => raw.closed++);
    socket.on("data", (data) => {
      raw.requests.push(data.toString());
      const path = data.toString().split(" ")[1]?.split("?")[0] ?? "";
      raw.answers[path]?.(socket);
    });
  });
  await new Promise<void>((resolve) => raw.server.listen(0, "127.0.0.1", resolve));
  raw.port = (raw.server.address() as { port: number }).port;
});
afterAll(async () => {
  raw.server.close();
  await rm(folder, { recursive: true });
});

const local = () => createSafeFetch({ allowHosts: [`127.0.0.1:${raw.port}`], lookup: async () => [LOOPBACK] });
const at = (path: string, host = "127.0.0.1") => `http://${host}:${raw.port}${path}`;
const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error) => (error instanceof FetchError ? error.code : error.name),
  );

describe("a URL that a stranger gives", () => {
  const refused = [
    "file:///etc/passwd",
    "data:text/plain,x",
    "s3://bucket/key",
    "ftp://example.com/",
    "javascript:alert(1)",
    "not a url",
    "//example.com/",
    "http://",
    "http://user:secret@example.com/",
    "http://example.com:0/",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://127.0.0.1./",
    "http://127.0.0.1%2e/",
    "http:\\\\127.0.0.1\\",
    "http://0/",
    "http://0.0.0.0/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://172.31.255.255/",
    "http://192.0.0.8/",
    "http://192.0.2.1/",
    "http://192.88.99.1/",
    "http://192.168.0.1/",
    "http://198.19.0.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::7f00:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[100::1]/",
    "http://[2001::1]/",
    "http://[2001:db8::1]/",
    "http://[2002:7f00:1::]/",
    "http://[3fff::1]/",
    "http://[2001:100::1]/",
    "http://[4000::1]/",
    "http://[fc00::1]/",
    "http://[fd12::1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://app.localhost/",
    "http://localhost。/",
  ];
  test.each(refused)("%s is refused", async (url) => {
    const safe = createSafeFetch({ lookup: async () => [PUBLIC] });
    await expect(safe.check(url)).rejects.toBeInstanceOf(UnsafeUrlError);
    await expect(safe.open(url, limits)).rejects.toBeInstanceOf(UnsafeUrlError);
  });

  test.each([
    "http://93.184.215.14/a",
    "https://[2606:4700::1111]/",
    "https://example.com/x?y=1#z",
    "http://münchen.example/",
  ])("%s is accepted", async (url) => {
    const checked = await createSafeFetch({ lookup: async () => [PUBLIC] }).check(url);
    expect(checked.href).toBe(new URL(url).href);
  });

  test("is refused where only one of its addresses is private", async () => {
    const lookup = async () => [PUBLIC, { address: "::ffff:10.0.0.1", family: 6 }];
    await expect(createSafeFetch({ lookup }).check("http://example.com/")).rejects.toBeInstanceOf(UnsafeUrlError);
  });

  test("passes the check while its name does not resolve, and cannot be fetched", async () => {
    const lookup = () => Promise.reject(new Error("ENOTFOUND"));
    const safe = createSafeFetch({ lookup });
    expect((await safe.check("http://nowhere.example/")).hostname).toBe("nowhere.example");
    expect(await codeOf(safe.open("http://nowhere.example/", limits))).toBe("unreachable");
  });
});

describe("connections", () => {
  test("go to the checked address and to no other, whatever the name says later", async () => {
    const answers = [[PUBLIC], [LOOPBACK]];
    let lookups = 0;
    const safe = createSafeFetch({ lookup: async () => answers[lookups++] ?? [LOOPBACK] });
    const before = raw.accepted;
    await safe.check(at("/", "rebinding.example"));
    await expect(safe.open(at("/", "rebinding.example"), limits)).rejects.toBeInstanceOf(UnsafeUrlError);
    await expect(safe.open(at("/"), limits)).rejects.toBeInstanceOf(UnsafeUrlError);
    await Bun.sleep(20);
    expect(lookups).toBe(2);
    expect(raw.accepted).toBe(before);
  });

  test("use the one look-up that was checked: the name is never resolved again", async () => {
    raw.answers["/pinned"] = reply("200 OK", "pinned");
    let lookups = 0;
    const safe = createSafeFetch({
      allowHosts: ["127.0.0.1"],
      lookup: async () => (lookups++ === 0 ? [LOOPBACK] : [{ address: "127.0.0.2", family: 4 }]),
    });
    const { body, status } = await safe.open(at("/pinned", "does-not-exist.invalid"), limits);
    expect([status, await text(body), lookups]).toEqual([200, "pinned", 1]);
    expect(raw.requests.at(-1)).toContain(`Host: does-not-exist.invalid:${raw.port}`);
  });

  test("try the next address of a name where the first does not answer", async () => {
    raw.answers["/next"] = reply("200 OK", "second");
    const safe = createSafeFetch({
      allowHosts: ["127.0.0.0/8"],
      lookup: async () => [{ address: "127.0.0.9", family: 4 }, LOOPBACK],
    });
    expect(await text((await safe.open(at("/next", "two.example"), limits)).body)).toBe("second");
  });

  test("over TLS go to the checked address too, and ask for the certificate of the name", async () => {
    raw.requests.length = 0;
    const hello = Promise.withResolvers<void>();
    raw.server.once("connection", (socket) => {
      socket.once("data", () => socket.destroy());
      socket.once("close", hello.resolve);
    });
    const failed = codeOf(local().open(`https://tls.example:${raw.port}/`, limits));
    await hello.promise;
    expect(await failed).toBe("unreachable");
    expect(raw.requests[0]?.charCodeAt(0)).toBe(22);
    expect(raw.requests[0]).toContain("tls.example");
  });

  test("end when the caller loses interest", async () => {
    raw.answers["/stall"] = (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
    const caller = new AbortController();
    const before = raw.closed;
    const { body } = await local().open(at("/stall"), { ...limits, signal: caller.signal });
    caller.abort(new Error("no longer needed"));
    await Bun.sleep(5);
    await expect(text(body)).rejects.toThrow("no longer needed");
    while (raw.closed === before) await Bun.sleep(2);

    const { body: second } = await local().open(at("/stall"), limits);
    await second.cancel();
    while (raw.closed === before + 1) await Bun.sleep(2);
  });
});

describe("the operator's list", () => {
  test.each([
    ["localhost", "http://localhost:9000/", true],
    ["localhost:9000", "http://localhost:9000/", true],
    ["localhost:9000", "http://localhost:9001/", false],
    ["10.0.0.0/8", "http://10.9.9.9/", true],
    ["10.0.0.0/8", "http://11.intern.example/", true],
    ["10.0.0.5", "http://10.0.0.6/", false],
    ["[fd00::1]:80", "http://[fd00::1]/", true],
    ["fd00::1", "http://[fd00::1]:8080/", true],
    ["intern.example", "http://INTERN.example./", true],
    ["intern.example", "http://other.example/", false],
  ])("with %s, %s: %p", async (entry, url, allowed) => {
    const lookup = async (host: string) => [host.startsWith("11.") ? { address: "10.1.1.1", family: 4 } : LOOPBACK];
    const outcome = await createSafeFetch({ allowHosts: [entry], lookup })
      .check(url)
      .then(
        () => true,
        () => false,
      );
    expect(outcome).toBe(allowed);
  });

  test.each(["", "http://x.example", "10.0.0.0/40", "a b"])("refuses the entry %p when it is read", (entry) => {
    expect(() => createSafeFetch({ allowHosts: [entry] })).toThrow("CIDR");
  });
});

describe("our own addresses", () => {
  const bytes = new TextEncoder().encode("from storage");
  const file = { size: bytes.length, contentType: "video/mp4", stream: () => new Blob([bytes]).stream() };
  const own = createSafeFetch({
    ownOrigins: () => ["https://vireo.example"],
    openOwn: async (path) => (path === "/media/ab/c.mp4" ? file : undefined),
    lookup: async () => [PUBLIC],
  });

  test("are read straight from storage under /media", async () => {
    const { body, contentType, status } = await own.open("https://vireo.example/media/ab/c.mp4", limits);
    expect([status, contentType, await text(body)]).toEqual([200, "video/mp4", "from storage"]);
    expect(await codeOf(own.open("https://vireo.example/media/ab/c.mp4", { ...limits, maxBytes: 5 }))).toBe(
      "too_large",
    );
  });

  test("may be left unread when the caller loses interest", async () => {
    const caller = new AbortController();
    const { body } = await own.open("https://vireo.example/media/ab/c.mp4", { ...limits, signal: caller.signal });
    caller.abort(new Error("no longer needed"));
    await Bun.sleep(5);
    await expect(text(body)).rejects.toThrow("no longer needed");
  });

  test.each([
    "https://vireo.example/api/v1/keys",
    "http://vireo.example/",
    "https://VIREO.example./media/none.mp4",
    "https://vireo.example/media/../api",
  ])("are refused elsewhere: %s", async (url) => await expect(own.check(url)).rejects.toBeInstanceOf(UnsafeUrlError));
});

describe("redirects", () => {
  test("are followed, and lose the caller's headers on the way to another origin", async () => {
    raw.answers["/start"] = reply(`302 Found\r\nLocation: /same`);
    raw.answers["/same"] = reply(`302 Found\r\nLocation: ${at("/end", "other.example")}`);
    raw.answers["/end"] = reply("200 OK\r\nContent-Type: Text/Plain; charset=utf-8", "there");
    raw.requests.length = 0;
    const { url, body, contentType } = await local().open(at("/start"), {
      ...limits,
      headers: { authorization: "Bearer secret" },
    });
    expect([url.href, contentType, await text(body)]).toEqual([at("/end", "other.example"), "text/plain", "there"]);
    expect(raw.requests.map((request) => request.includes("Bearer secret"))).toEqual([true, true, false]);
  });

  test.each([
    "http://127.0.0.1:1/",
    "http://[::1]/",
    "file:///etc/passwd",
    "//169.254.169.254/",
    "http://u:p@x.example/",
  ])("into the forbidden are refused: %s", async (location) => {
    raw.answers["/away"] = reply(`302 Found\r\nLocation: ${location}`);
    await expect(local().open(at("/away"), limits)).rejects.toBeInstanceOf(UnsafeUrlError);
  });

  test("of a HEAD request stay HEAD requests, and have no body", async () => {
    raw.answers["/asked"] = reply("302 Found\r\nLocation: /large");
    raw.answers["/large"] = (socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99999999\r\n\r\n");
    const { body, headers } = await local().open(at("/asked"), { ...limits, method: "HEAD" });
    expect([headers.get("content-length"), await text(body)]).toEqual(["99999999", ""]);
  });

  test("that never end are given up", async () => {
    raw.answers["/loop"] = reply("302 Found\r\nLocation: /loop");
    const before = raw.requests.length;
    expect(await codeOf(local().open(at("/loop"), limits))).toBe("too_many_redirects");
    expect(raw.requests.length - before).toBe(6);
  });

  test("are handed back as they are where the caller wants none", async () => {
    raw.answers["/moved"] = reply("307 Temporary Redirect\r\nLocation: /end");
    const { status, body } = await local().open(at("/moved"), {
      ...limits,
      maxRedirects: 0,
      method: "POST",
      body: "{}",
    });
    await body.cancel();
    expect(status).toBe(307);
    expect(raw.requests.at(-1)).toEndWith("\r\n\r\n{}");
  });
});

describe("limits", () => {
  test("a body is cut off beyond its size, announced or not, packed or not", async () => {
    raw.answers["/announced"] = reply("200 OK", "x".repeat(200));
    raw.answers["/silent"] = (socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(200)}`);
    raw.answers["/bomb"] = reply("200 OK\r\nContent-Encoding: gzip", gzipSync(Buffer.alloc(20_000)));
    const small = { ...limits, maxBytes: 100 };
    expect(await codeOf(local().open(at("/announced"), small))).toBe("too_large");
    expect(
      await codeOf(
        local()
          .open(at("/silent"), small)
          .then(({ body }) => text(body)),
      ),
    ).toBe("too_large");
    expect(
      await codeOf(
        local()
          .open(at("/bomb"), small)
          .then(({ body }) => text(body)),
      ),
    ).toBe("too_large");
    expect(
      await codeOf(
        local()
          .open(at("/bomb"), { ...limits, maxBytes: 19_999 })
          .then(({ body }) => text(body)),
      ),
    ).toBe("too_large");
  });

  test("what a server packs unasked is unpacked", async () => {
    raw.answers["/packed"] = reply("200 OK\r\nContent-Encoding: gzip", gzipSync("unpacked"));
    expect(await text((await local().open(at("/packed"), limits)).body)).toBe("unpacked");
    expect(raw.requests.at(-1)?.toLowerCase()).toContain("accept-encoding: identity");
  });

  test("a server that says nothing, stops half-way or hangs up is an error, never a short file", async () => {
    raw.answers["/mute"] = () => {};
    raw.answers["/half"] = (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    raw.answers["/hangup"] = (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    raw.answers["/chunk"] = (socket) =>
      socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    raw.answers["/noise"] = (socket) => socket.end("hello, this is no HTTP\r\n\r\n");
    const save = (path: string, more: object) =>
      codeOf(local().save(at(path), join(folder, "short"), { ...limits, ...more }));
    expect(await save("/mute", { idleMs: 30 })).toBe("timeout");
    expect(await save("/mute", { timeoutMs: 30 })).toBe("timeout");
    expect(await save("/half", { idleMs: 30 })).toBe("timeout");
    expect(await save("/half", { timeoutMs: 30 })).toBe("timeout");
    expect(await save("/hangup", {})).toBe("unreachable");
    expect(await save("/chunk", {})).toBe("unreachable");
    expect(await save("/noise", {})).toBe("unreachable");
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("saving", () => {
  test("writes the file and says what it is", async () => {
    raw.answers["/clip"] = reply("200 OK\r\nContent-Type: video/mp4", "x".repeat(70_000));
    const path = join(folder, "clip.mp4");
    expect(await local().save(at("/clip"), path, limits)).toEqual({ bytes: 70_000, contentType: "video/mp4" });
    expect(Bun.file(path).size).toBe(70_000);
    await rm(path);
  });

  test("lets go of the server where the file cannot be written", async () => {
    const before = raw.closed;
    await expect(local().save(at("/stall"), join(folder, "no/such/folder"), limits)).rejects.toThrow("ENOENT");
    while (raw.closed === before) await Bun.sleep(2);
  });

  test("takes no error page for the file", async () => {
    raw.answers["/gone"] = reply("404 Not Found", "sorry");
    await expect(local().save(at("/gone"), join(folder, "gone"), limits)).rejects.toThrow("404");
    expect(existsSync(join(folder, "gone"))).toBe(false);
  });
});

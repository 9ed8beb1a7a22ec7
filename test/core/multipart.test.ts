import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  NoFileError,
  type ReceiveOptions,
  receive,
  receiveForm,
  TooLargeError,
  UnsupportedError,
} from "#core/http/multipart";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "multipart-"));
  path = join(folder, "upload");
});
afterEach(() => rm(path, { force: true }));
afterAll(() => rm(folder, { recursive: true }));

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const png = (size: number) => Uint8Array.from({ length: size }, (_, index) => PNG[index] ?? index % 251);
const limits: ReceiveOptions = { limit: (kind) => ({ image: 300_000, video: 100_000, audio: 100 })[kind] };

/** A body that arrives in pieces of a size, and counts how many were asked for. */
function pieces(bytes: Uint8Array, size: number, then: "close" | "error" = "close") {
  const state = { taken: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const at = state.taken++ * size;
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
        else if (then === "close") controller.close();
        else controller.error(new Error("connection lost"));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

const encode = (text: string) => new TextEncoder().encode(text);
const TYPE = "multipart/form-data; boundary=frontier";
const field = (name: string, value: string) =>
  encode(`--frontier\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
const file = (bytes: Uint8Array, name = "file", fileName = "Grüße.png") =>
  Buffer.concat([
    encode(
      `--frontier\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/html\r\n\r\n`,
    ),
    bytes,
    encode("\r\n"),
  ]);
const END = encode("--frontier--\r\n");
const form = (...parts: Uint8Array[]) => Buffer.concat([...parts, END]);

const ways = [
  ["a raw body", (bytes: Uint8Array, options = limits) => receive(pieces(bytes, 1000).stream, path, options)],
  [
    "a form",
    (bytes: Uint8Array, options = limits) => receiveForm(pieces(form(file(bytes)), 1000).stream, TYPE, path, options),
  ],
] as const;

describe.each(ways)("an upload as %s", (_title, send) => {
  test.each([8, 4095, 4096, 4097, 300_000])(
    "of %d bytes is stored byte for byte, and its type is read from them",
    async (size) => {
      const received = await send(png(size));
      expect(received).toMatchObject({
        path,
        size,
        sniffed: { kind: "image", contentType: "image/png", extension: "png" },
      });
      expect(Buffer.compare(await Bun.file(path).bytes(), png(size))).toBe(0);
    },
  );

  test.each([
    ["is larger than its kind may be", () => png(300_001), TooLargeError],
    [
      "is of no accepted format",
      () => encode("<svg xmlns='http://www.w3.org/2000/svg'/>".padEnd(6000)),
      UnsupportedError,
    ],
    ["is empty", () => new Uint8Array(), NoFileError],
  ])("that %s is refused and leaves no file", async (_what, bytes, error) => {
    await expect(send(bytes())).rejects.toBeInstanceOf(error);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a refused upload", () => {
  test.each([
    [
      "raw",
      (stream: ReadableStream<Uint8Array>, options: ReceiveOptions) => receive(stream, path, options),
      png(2_000_000),
    ],
    [
      "form",
      (stream: ReadableStream<Uint8Array>, options: ReceiveOptions) => receiveForm(stream, TYPE, path, options),
      form(file(png(2_000_000))),
    ],
  ] as const)("is not read to its end (%s)", async (_title, send, body) => {
    const { stream, state } = pieces(body, 1000);
    await expect(send(stream, limits)).rejects.toBeInstanceOf(TooLargeError);
    expect(state.cancelled).toBe(true);
    expect(state.taken).toBeLessThan(700);
  });

  test("that announces its size is not even begun", async () => {
    const { stream, state } = pieces(png(2_000_000), 1000);
    await expect(receive(stream, path, { ...limits, announced: 2_000_000 })).rejects.toBeInstanceOf(TooLargeError);
    expect([state.cancelled, state.taken < 10]).toEqual([true, true]);
  });

  test.each([
    ["raw", (stream: ReadableStream<Uint8Array>) => receive(stream, path, limits), png(100_000)],
    [
      "form",
      (stream: ReadableStream<Uint8Array>) => receiveForm(stream, TYPE, path, limits),
      form(file(png(100_000))).subarray(0, 90_000),
    ],
  ] as const)("whose connection broke leaves no file (%s)", async (_title, send, body) => {
    await expect(send(pieces(body, 1000, "error").stream)).rejects.toThrow("connection lost");
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a form", () => {
  const send = (body: Uint8Array, type = TYPE, options = limits) =>
    receiveForm(pieces(body, 5000).stream, type, path, options);

  test("brings its other fields, before and behind the file, and the file's name", async () => {
    const body = form(field("title", "Sommer ☀"), file(png(5000)), field("tags", "a,b"));
    const received = await send(body, TYPE, { ...limits, fields: ["title", "tags"] });
    expect(received.fileName).toBe("Grüße.png");
    expect([...received.fields]).toEqual([
      ["title", "Sommer ☀"],
      ["tags", "a,b"],
    ]);
  });

  test.each([
    ["before", form(field("title", "x"), field("__proto__", "x"), file(png(5000))), ["title", "__proto__"]],
    ["behind", form(file(png(5000)), field("tags", "x")), ["tags"]],
  ])("with unknown fields %s the file is refused, and the error names them", async (_where, body, names) => {
    const error = await send(body, TYPE, { ...limits, fields: ["name"] }).catch((error) => error);
    expect([error.kind, Object.keys(error.extra.errors)]).toEqual(["validation_error", names]);
    expect(error.message).toEndWith("Unknown field. The form has these fields: file, name.");
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ["a %22quoted%22 name.png", 'a "quoted" name.png'],
    ["two%0D%0Alines.png", "two\r\nlines.png"],
    ["100%25 %41 50%.png", "100%25 %41 50%.png"],
  ])("names its file %j as browsers escape names: %j", async (sent, name) => {
    expect((await send(form(file(png(5000), "file", sent)))).fileName).toBe(name);
  });

  test("in one large piece is taken as well", async () => {
    const image = png(250_000);
    const wide = { limit: () => 20_000_000 };
    const bytes = Buffer.concat([image, new Uint8Array(12_000_000)]);
    const received = await receiveForm(pieces(form(file(bytes)), 50_000_000).stream, TYPE, path, wide);
    expect(received.size).toBe(bytes.length);
  });

  test.each([
    ["without a file", form(field("title", "x")), TYPE],
    ["with the file under another name", form(file(png(10), "upload")), TYPE],
    ["with two files", form(file(png(10)), file(png(10))), TYPE],
    ["that is empty", new Uint8Array(), TYPE],
    ["without a boundary", form(file(png(10))), "multipart/form-data"],
    ["that is none", encode("{}"), "application/json"],
  ])("%s is refused", async (_what, body, type) => {
    await expect(send(body, type)).rejects.toBeInstanceOf(NoFileError);
    expect(await readdir(folder)).toEqual([]);
  });

  test("that ends within the file is refused", async () => {
    await expect(send(form(file(png(50_000))).subarray(0, 40_000))).rejects.toBeInstanceOf(NoFileError);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ["a field too long", form(field("x", "y".repeat(70_000)), file(png(10)))],
    ["too many fields", form(...Array.from({ length: 21 }, (_, index) => field(`f${index}`, "x")), file(png(10)))],
    ["endless noise in front", Buffer.concat([new Uint8Array(3_000_000), form(file(png(10)))])],
    ["endless noise behind", Buffer.concat([form(file(png(10))), new Uint8Array(3_000_000)])],
  ])("with %s is refused", async (_what, body) => {
    await expect(send(body)).rejects.toBeInstanceOf(TooLargeError);
    expect(await readdir(folder)).toEqual([]);
  });
});

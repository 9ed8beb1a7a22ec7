/** Text of a server on a terminal, which obeys control characters. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { show } from "#cli/client/show";
import { createOutput, toPrintable } from "#cli/output";

/** Sets the title, clears the screen, hides text, moves back, turns text around. */
const HOSTILE = "a\x1b]0;title\x07\x1b[2J\x9b1mb\rc\b\x7f\u202egpj\u2066";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not arrive
const OBEYED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

function capture(json: boolean) {
  const texts: string[] = [];
  const stream = { isTTY: false, write: (text: string) => void texts.push(text) } as never;
  return { out: createOutput(json, { out: stream, err: stream }), text: () => texts.join("") };
}

describe.each([false, true])("with --json %p", (json) => {
  test.each([
    ["a resource", { id: HOSTILE, [HOSTILE]: "x", nested: { text: HOSTILE } }],
    ["a list", { items: [{ id: HOSTILE, name: `two\nlines ${HOSTILE}` }] }],
  ])("%s shows control characters instead of sending them", (_, answer) => {
    const { out, text } = capture(json);
    show(out, answer);
    out.list([{ name: HOSTILE }], { name: "NAME" });
    out.note(HOSTILE);
    expect(text()).not.toMatch(OBEYED);
    expect(text()).toContain("\\u001b");
    if (json) expect(JSON.parse(text().split("\n")[0]!)).toEqual(answer);
  });
});

test("other text stays as it is", () => {
  for (const text of ["Grüße, 日本 👩‍👩‍👧\n\tok", "العربية"]) expect(toPrintable(text)).toBe(text);
});

describe("a hostile server", () => {
  let folder: string;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      if (!url.endsWith("/openapi.json"))
        return Response.json({ type: "x", title: HOSTILE, detail: HOSTILE, status: 400 }, { status: 400 });
      const operation = { operationId: "listThings", summary: HOSTILE, description: HOSTILE, tags: [HOSTILE] };
      return Response.json({ openapi: "3.1.0", info: {}, paths: { "/api/v1/things": { get: operation } } });
    },
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vireo-output-"));
    const profiles = { current: "x", profiles: { x: { url: server.url.origin, apiKey: "vireo_x" } } };
    await Bun.write(join(folder, ".config/vireo/profiles.json"), JSON.stringify(profiles));
  });
  afterAll(async () => {
    await server.stop(true);
    await rm(folder, { recursive: true, force: true });
  });

  test.each(["api", "things list", "things list --help", "help things list", "things"])(
    "sends no control characters to the terminal: vireo %s",
    async (line) => {
      const words = line.split(" ");
      const child = Bun.spawn([process.execPath, new URL("../../cli/main.ts", import.meta.url).pathname, ...words], {
        ...{ cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, stdout: "pipe", stderr: "pipe" },
      });
      const text = (
        await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream as never).text()))
      ).join("");
      expect(text).not.toBe("");
      expect(text).not.toMatch(OBEYED);
    },
  );
});

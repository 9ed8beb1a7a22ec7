import { expect, test } from "bun:test";
import { createLog, type LogOptions, Mask } from "#core/observability/log";

function capture(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({ level: "info", format: "json", write: (line) => void lines.push(line), ...options });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line)) };
}

test("JSON lines carry time, level, message and facts", () => {
  const { log, parsed } = capture();
  log.warn("slow request", { ms: 1200, route: "/videos" });
  expect(parsed()).toEqual([
    { time: expect.stringMatching(/^\d{4}-.*Z$/), level: "warn", message: "slow request", ms: 1200, route: "/videos" },
  ]);
});

test("text lines name the facts", () => {
  const { log, lines } = capture({ format: "text" });
  log.info("started", { port: 3000, host: "127.0.0.1" });
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}started port=3000 host=127\.0\.0\.1$/);
});

test("lines below the level are left out", () => {
  const { log, parsed } = capture({ level: "warn" });
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  expect(parsed().map(({ message }) => message)).toEqual(["c", "d"]);
});

test("the level `silent` leaves everything out", () => {
  const { log, lines } = capture({ level: "silent" });
  log.error("a");
  expect(lines).toEqual([]);
});

test("`with` adds facts to every line; a line's own facts win", () => {
  const { log, parsed } = capture();
  log.with({ module: "videos", id: 1 }).info("made", { id: 2 });
  expect(parsed()[0]).toMatchObject({ module: "videos", id: 2 });
});

test.each(["authorization", "clientSecret", "PASSWORD", "accessToken", "apiKey", "api_key", "cookie"])(
  "the value of %s is hidden",
  (name) => {
    const { log, lines } = capture();
    log.info("call", { [name]: "s3cr3t" });
    expect(lines[0]).not.toContain("s3cr3t");
    expect(lines[0]).toContain("[hidden]");
  },
);

test("an API key is hidden wherever it appears", () => {
  const key = `vireo_${"a1".repeat(18)}`;
  const { log, lines } = capture({ format: "text" });
  log.error(`refused ${key}`, { url: `https://example.com/?key=${key}` });
  expect(lines[0]).not.toContain(key);
});

test("errors are logged with name, message and stack", () => {
  const { log, parsed } = capture();
  log.error("failed", { error: new TypeError("not a number") });
  expect(parsed()[0].error).toEqual({ name: "TypeError", message: "not a number", stack: expect.any(String) });
});

test("secrets of the configuration are hidden wherever they appear, and in nested fields by name", () => {
  for (const format of ["json", "text"] as const) {
    const { log, lines } = capture({ format, secrets: new Mask(["vendor-key-1234", 'with "quotes" in it']) });
    log.warn("refused vendor-key-1234", {
      url: "https://vendor.example/?key=vendor-key-1234",
      call: { headers: { authorization: "Bearer other" }, body: 'with "quotes" in it', tokens: 12 },
      error: new Error("vendor-key-1234 is wrong", { cause: new Error("said vendor-key-1234") }),
    });
    for (const secret of ["vendor-key-1234", "Bearer other", "quotes"]) expect(lines[0]).not.toContain(secret);
    expect(lines[0]).toContain('"tokens":12');
  }
});

test("a line is written whatever its fields are", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const { log, parsed } = capture();
  log.info("strange", { circular, big: 2n ** 70n, none: undefined });
  expect(parsed()[0]).toMatchObject({ circular: expect.stringContaining("not logged"), big: String(2n ** 70n) });
});

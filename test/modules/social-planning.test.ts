import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { listMoments } from "#modules/social/posting-times";
import { parseCsv } from "#sdk/csv";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, strictPlatforms, until, VIDEO } from "#test/modules/social-fake";

const { module, record } = recorder({ platforms: strictPlatforms });
let app: TestApp;
let api: Client;
let ids: Awaited<ReturnType<typeof accountsBy>>;
beforeAll(async () => {
  app = await startApp({}, [...modules, module]);
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ api } = await app.account(0));
  ids = await accountsBy(api);
});

const everyDay = (...times: string[]) => ({
  timezone: "America/New_York",
  slots: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].flatMap((weekday) =>
    times.map((time) => ({ weekday, time })),
  ),
});
const post = (more: object = {}) => ({
  videoUrl: VIDEO,
  accountIds: [ids.tiktok],
  tiktokPrivacyLevel: "SELF_ONLY",
  content: crypto.randomUUID(),
  ...more,
});
const clockOf = (ms: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", hour: "2-digit", minute: "2-digit" }).format(ms);

test("queued posts take one free slot after the other, also when they come at once", async () => {
  const path = `/social/accounts/${ids.tiktok}/slots`;
  expect((await api("POST", "/social/posts", post({ mode: "queue" }))).body.errors.mode[0]).toContain("no slots");
  expect((await api("GET", path)).body).toEqual({ timezone: "UTC", slots: [] });
  const slots = everyDay("09:30", "18:00");
  expect((await api("PUT", path, slots)).body).toEqual(slots);
  expect((await api("GET", path)).body).toEqual(slots);
  const made = await Promise.all(
    Array.from({ length: 6 }, () => api("POST", "/social/posts", post({ mode: "queue" }))),
  );
  const times = made.map(({ body }) => body.scheduledFor as number).sort((a, b) => a - b);
  expect(made.map(({ body }) => body.status)).toEqual(Array(6).fill("scheduled"));
  expect(new Set(times).size).toBe(6);
  expect(times.map(clockOf).toSorted()).toEqual([...Array(3).fill("09:30"), ...Array(3).fill("18:00")]);
  expect(times.at(-1)! - times[0]!).toBeLessThan(3 * 86_400_000);
  // A cancelled post gives its slot back.
  const first = made.find(({ body }) => body.scheduledFor === times[0])!.body;
  await api("DELETE", `/social/posts/${first.postId}`);
  expect((await api("POST", "/social/posts", post({ mode: "queue" }))).body.scheduledFor).toBe(times[0]!);
});

test("slots of another account are 404, and slots that make no sense 400", async () => {
  const other = await app.account(0);
  const path = `/social/accounts/${ids.tiktok}/slots`;
  expect((await other.api("PUT", path, everyDay("09:30"))).status).toBe(404);
  expect((await api("PUT", path, { ...everyDay("09:30"), timezone: "Mars/Olympus" })).status).toBe(400);
  expect((await api("PUT", path, everyDay("09:30", "09:30"))).body.errors["slots.1"]).toBeDefined();
  expect((await api("PUT", path, everyDay("24:00"))).status).toBe(400);
  expect((await api("POST", "/social/posts", post({ mode: "queue", scheduledFor: Date.now() + 1e6 }))).status).toBe(
    400,
  );
});

test("slots keep their time of the day when the clocks change", () => {
  const zone = "Europe/Berlin";
  const slots = [
    { weekday: "sunday" as const, time: "02:30" },
    { weekday: "monday" as const, time: "09:00" },
  ];
  const iso = (from: string, count: number) =>
    [...listMoments(zone, slots, Date.parse(from), 9)].slice(0, count).map((at) => new Date(at).toISOString());
  // 2026-03-29: there is no 02:30. 2026-10-25: there are two.
  expect(iso("2026-03-28T00:00:00Z", 2)).toEqual(["2026-03-29T01:30:00.000Z", "2026-03-30T07:00:00.000Z"]);
  expect(iso("2026-10-24T00:00:00Z", 2)).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T08:00:00.000Z"]);
  expect(iso("2026-07-05T10:00:00Z", 2)).toEqual(["2026-07-06T07:00:00.000Z", "2026-07-12T00:30:00.000Z"]);
});

test("many posts are created in one call: all or none if one is invalid, then each with its own result", async () => {
  const twice = post({ mode: "now" });
  const bad = await api("POST", "/social/posts/bulk", {
    posts: [twice, post({ mode: "schedule" }), post({ mode: "later" }), post({ mode: "now", accountIds: ["soc_x"] })],
  });
  expect([bad.status, Object.keys(bad.body.errors).sort()]).toEqual([
    400,
    ["posts.1.scheduledFor", "posts.2.mode", "posts.3.accountIds.0"],
  ]);
  // As POST /social/posts says it.
  const mode = (await api("POST", "/social/posts", post({ mode: "later" }))).body.errors.mode;
  expect(bad.body.errors["posts.2.mode"]).toEqual(mode);
  const unknown = { ...post({ mode: "draft" }), caption: "x", overrides: { tiktok: { title: "x" } } };
  expect((await api("POST", "/social/posts/bulk", { posts: [unknown, 5] })).body.errors).toMatchObject({
    "posts.0.caption": ["Unknown field."],
    "posts.0.overrides.tiktok.title": ["Unknown field."],
  });
  expect((await api("GET", "/social/posts")).body.posts).toEqual([]);

  const key = { "idempotency-key": crypto.randomUUID() };
  const body = { posts: [twice, post({ mode: "draft" }), twice] };
  const made = await api("POST", "/social/posts/bulk", body, key);
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      created: 2,
      failed: 1,
      results: [
        { index: 0, post: { status: "publishing" } },
        { index: 1, post: { status: "draft" } },
        { index: 2, error: { status: 409, type: "conflict", existingPostId: expect.any(String) } },
      ],
    },
  ]);
  await until(api, made.body.results[0].post.postId);
  await api("POST", "/social/posts/bulk", body, key);
  expect((await api("GET", "/social/posts")).body.pagination.total).toBe(2);
  expect(record.callsFor(twice.content)).toBe(1);
  expect((await api("POST", "/social/posts/bulk", { posts: Array(101).fill(twice) })).status).toBe(400);
  expect((await api("POST", "/social/posts/bulk", {})).status).toBe(400);
});

test("an error names a field of any length with 200 characters", async () => {
  const name = "a".repeat(500_000);
  for (const [path, sent] of [
    ["/social/posts", { [name]: 1 }],
    ["/social/posts", { content: "Out now", accountIds: ["acc_1"], overrides: { [name]: {} } }],
    ["/products", { name: "Tea", [name]: "\0" }],
  ] as const) {
    const { status, body } = await api("POST", path, sent);
    expect([status, JSON.stringify(body).length < 5000]).toEqual([400, true]);
    for (const field of Object.keys(body.errors)) expect(field.length).toBeLessThanOrEqual(200);
  }
});

test("posts with thousands of unknown fields are refused with 500 of the errors", async () => {
  const post = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, 1]));
  const { status, body } = await api("POST", "/social/posts/bulk", { posts: Array(100).fill(post) });
  expect([status, Object.keys(body.errors).length]).toEqual([400, 500]);
  expect(body.detail).toEndWith("(and 9990 more)");
});

test("a dry run finds what is wrong and what is twice, and creates nothing", async () => {
  const count = async () => (await api("GET", "/social/posts")).body.pagination.total;
  const stored = post({ mode: "draft" });
  await api("POST", "/social/posts", stored);
  const before = await count();
  const fresh = post({ mode: "draft" });
  const dryRun = (posts: object[]) => api("POST", "/social/posts/bulk", { posts, dryRun: true });
  const { status, body } = await dryRun([fresh, stored, { ...fresh, accountIds: [ids.tiktok, ids.youtube] }]);
  expect([status, body.created, body.failed]).toEqual([201, 0, 2]);
  expect(body.results.map(({ error }: { error?: { type: string } }) => error?.type)).toEqual([
    ...[undefined, "conflict", "conflict"],
  ]);
  const wrong = await dryRun([fresh, { ...fresh, mode: "now", tiktokPrivacyLevel: undefined }]);
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ["posts.1.tiktokPrivacyLevel"]]);
  expect(await count()).toBe(before);
});

test("a spreadsheet becomes posts, with lists, times, and settings of one platform", async () => {
  const at = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, "+00:00");
  const csv = [
    "content;videoUrl;accountIds;mode;scheduledFor;tiktokPrivacyLevel;aiGenerated;overrides.youtube.title;overrides.youtube.tags",
    `"Said ""so""; then\nleft";${VIDEO};${ids.tiktok} ${ids.youtube};schedule;${at};SELF_ONLY;TRUE;My title;one, two words`,
    `Plain;${VIDEO};${ids.instagram};draft;;;;;`,
    "",
  ].join("\r\n");
  const { status, body } = await api("POST", "/social/posts/bulk", { csv });
  expect([status, body]).toMatchObject([
    201,
    {
      created: 2,
      results: [
        {
          post: {
            content: 'Said "so"; then\nleft',
            accountIds: [ids.tiktok, ids.youtube],
            scheduledFor: Date.parse(at),
            aiGenerated: true,
            overrides: { youtube: { title: "My title", tags: ["one", "two words"] } },
          },
        },
        { post: { content: "Plain", status: "draft" } },
      ],
    },
  ]);
  // As spreadsheets write times: those of the clock in the post's time zone.
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const row = `Local,${VIDEO},${ids.instagram},schedule,${day} 12:00,Asia/Kolkata`;
  const local = await api("POST", "/social/posts/bulk", {
    csv: `content,videoUrl,accountIds,mode,scheduledFor,timezone\n${row}`,
  });
  expect(local.body.results[0].post.scheduledFor).toBe(Date.parse(`${day}T06:30:00Z`));
  const wrong = async (text: string) => (await api("POST", "/social/posts/bulk", { csv: text })).body.errors;
  expect((await wrong("content,colour\na,b")).csv[0]).toContain("colour");
  expect((await wrong(`${"a;".repeat(50)}\nb`)).csv[0]).toContain("a, a and 41 more.");
  expect((await wrong("a page of text ".repeat(10_000))).csv[0].length).toBeLessThan(200);
  expect((await wrong('content\n"a')).csv[0]).toContain("quote");
  expect(
    await wrong(`content,mode,accountIds,videoUrl,scheduledFor\na,schedule,${ids.tiktok},${VIDEO},tomorrow`),
  ).toHaveProperty(["posts.0.scheduledFor"]);
});

test("400 names each row of a spreadsheet whose day or time does not exist, or occurs twice", async () => {
  const year = new Date().getUTCFullYear() + 1;
  const rows = [
    `${year}-02-30 18:00`,
    `${year}-12-01T25:00`,
    "2027-03-28 02:30",
    "2027-10-31T02:30",
    "2027-10-31T02:30Z",
  ];
  const lines = rows.map((time, index) => `Post ${index},${VIDEO},${ids.tiktok},draft,${time},Europe/Berlin`);
  const csv = ["content,videoUrl,accountIds,mode,scheduledFor,timezone", ...lines].join("\n");
  const { status, body } = await api("POST", "/social/posts/bulk", { csv });
  expect(status).toBe(400);
  expect(body.errors).toEqual({
    "posts.0.scheduledFor": [expect.stringContaining(`The day ${year}-02-30 does not exist.`)],
    "posts.1.scheduledFor": [expect.stringContaining("The time 25:00 does not exist.")],
    "posts.2.scheduledFor": [expect.stringContaining("does not exist in Europe/Berlin")],
    "posts.3.scheduledFor": [expect.stringContaining("Send 2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00.")],
  });
});

const hashtags = (count: number) => Array.from({ length: count }, (_, index) => `#tag${index}`).join(" ");
const mentions = (count: number) => Array.from({ length: count }, (_, index) => `@name.${index}`).join(" ");

describe("captions are counted as the platform counts them", () => {
  const long: [string, "tiktok" | "instagram" | "youtube", string, string][] = [
    ["31 hashtags", "instagram", hashtags(31), "Instagram accepts at most 30 hashtags"],
    ["21 mentions", "instagram", mentions(21), "Instagram accepts at most 20 mentions"],
    ["1101 emoji", "tiktok", "🎉".repeat(1101), "TikTok accepts at most 2200 UTF-16 units"],
    ["1667 kana", "youtube", "あ".repeat(1667), "YouTube accepts at most 5000 bytes"],
  ];

  test.each(long)(
    "400 for %s to %s, however the post is created or changed",
    async (_what, platform, text, message) => {
      const accountIds = [ids[platform]];
      const own = { overrides: { [platform]: { content: text } } };
      const create = (body: object) =>
        api("POST", "/social/posts", { ...post({ mode: "draft", accountIds }), ...body });
      const expected = [expect.stringContaining(message)];
      const errors = async (answer: ReturnType<typeof api>) => {
        const { status, body } = await answer;
        return [status, body.errors];
      };
      expect(await errors(create({ content: text }))).toEqual([400, { content: expected }]);
      const field = `overrides.${platform}.content`;
      expect(await errors(create(own))).toEqual([400, { [field]: expected }]);
      const { postId } = (await create({ content: crypto.randomUUID() })).body;
      expect(await errors(api("PATCH", `/social/posts/${postId}`, { content: text }))).toEqual([
        400,
        { content: expected },
      ]);
      expect(await errors(api("PATCH", `/social/posts/${postId}`, own))).toEqual([400, { [field]: expected }]);
      const posts = [{ ...post({ mode: "draft", accountIds }), content: text }];
      expect(await errors(api("POST", "/social/posts/bulk", { posts }))).toEqual([
        400,
        { "posts.0.content": expected },
      ]);
      const csv = `content,mode,accountIds,videoUrl\n"${text}",draft,${accountIds[0]},${VIDEO}`;
      expect(await errors(api("POST", "/social/posts/bulk", { csv }))).toEqual([400, { "posts.0.content": expected }]);
      // The text of another platform does not count, nor does the common one beside an own one.
      const others = platform === "tiktok" ? [ids.instagram] : [ids.tiktok];
      expect((await create({ content: text, accountIds: others })).status).toBe(201);
      const short = { overrides: { [platform]: { content: "Short" } } };
      expect((await create({ content: text, ...short })).status).toBe(201);
    },
  );

  test.each([
    ["instagram", hashtags(30)],
    ["instagram", mentions(20)],
    ["instagram", `${hashtags(30)} ${"https://example.com/#part me@example.com C# a#b ".repeat(20)}`],
    ["tiktok", "🎉".repeat(1100)],
    ["youtube", `${"あ".repeat(1666)}<>`],
  ] as const)("a caption at the limit of %s is accepted", async (platform, content) => {
    const body = { ...post({ mode: "draft" }), content, accountIds: [ids[platform]] };
    expect((await api("POST", "/social/posts", body)).status).toBe(201);
  });
});

test("CSV is read as spreadsheets write it", () => {
  expect(parseCsv('a,b\r\n"x ""y""","1,2"\r\n"line\nbreak",\r\n\r\n')).toEqual([
    ["a", "b"],
    ['x "y"', "1,2"],
    ["line\nbreak", ""],
  ]);
});

test("each platform gets its own text", async () => {
  const content = crypto.randomUUID();
  const overrides = { youtube: { title: "Title", content: `${content} tube` }, tiktok: { content: `${content} tok` } };
  const made = await api("POST", "/social/posts", {
    ...post({ mode: "now", content, overrides }),
    accountIds: [ids.tiktok, ids.instagram, ids.youtube],
  });
  await until(api, made.body.postId);
  const sent = record.calls.filter((call) => call.content.startsWith(content));
  expect(Object.fromEntries(sent.map((call) => [call.account.platform, call.content]))).toEqual({
    tiktok: `${content} tok`,
    instagram: content,
    youtube: `${content} tube`,
  });
  expect(sent.find(({ account }) => account.platform === "youtube")?.title).toBe("Title");
  const tags = Array.from({ length: 6 }, () => "x".repeat(90));
  expect(
    (await api("POST", "/social/posts", post({ mode: "draft", overrides: { youtube: { tags } } }))).body.errors,
  ).toHaveProperty(["overrides.youtube.tags"]);
});

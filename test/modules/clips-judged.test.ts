/** Moments of a long video that a language model rates and titles. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Engine } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { openai } from "#plugins/openai/index";
import type { MomentJudge } from "#sdk/slots/judge";
import type { MomentsRequest } from "#sdk/slots/moments";
import { startApp, type TestApp } from "#test/app";
import { tools } from "#test/plugins/local/edit-clips";
import { film, toSrt } from "#test/plugins/local/moments/film";
import { plant } from "#test/plugins/local/moments/talks";
import { KEY, type OpenAi, startOpenAi } from "#test/plugins/openai/server";

// biome-ignore lint/suspicious/noExplicitAny: bodies of responses
type Json = any;

const kit = tools();
const talk = plant("en", 7, 12);
let path: string;
beforeAll(async () => {
  path = await film(talk, join(kit.folder, "talk.mp4"));
});

async function upload(app: TestApp): Promise<string> {
  const form = new FormData();
  form.append("file", Bun.file(path), "talk.mp4");
  return (await app.api("POST", "/upload", form)).body.videoId;
}

async function search(app: TestApp, videoId: string): Promise<Json> {
  const body = { subtitles: toSrt(talk.cues), count: 2, render: "none", prompt: "money" };
  const { body: started } = await app.api("POST", `/videos/${videoId}/clips`, body);
  return app.ended(`/clips/${started.clipsId}`);
}

describe("a language model", () => {
  let app: TestApp;
  let server: OpenAi;
  let plain: Json[];
  let videoId: string;
  beforeAll(async () => {
    server = await startOpenAi();
    const env = { OPENAI_API_KEY: KEY, OPENAI_URL: `${server.url}/v1`, OPENAI_CHAT_MODEL: "sees-all" };
    app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, local, openai], env);
    server.control.says = ["No."];
    videoId = await upload(app);
    plain = (await search(app, videoId)).clips;
    expect(plain.length).toBeGreaterThan(2);
  });
  afterAll(async () => {
    await app.stop();
    await server.stop();
  });
  afterEach(() => {
    server.control.says = [];
  });

  const chats = () => server.calls.filter(({ path }) => path.endsWith("/chat/completions")).length;
  const judge = (change: (one: Json, index: number) => Json = (one) => one) => ({
    moments: plain.map(({ hook, transcript }, i) =>
      change(
        {
          ...{ id: `m${i + 1}`, score: 40 + i, title: transcript.split(" ").slice(1, 6).join(" ") },
          ...{ hook: hook.split(" ").slice(0, 4).join(" "), reason: "It is one thought." },
        },
        i,
      ),
    ),
  });
  const find = async (...answers: unknown[]) => {
    const before = chats();
    server.control.says = answers.map((answer) => (typeof answer === "string" ? answer : JSON.stringify(answer)));
    const { clips, warnings = [] } = await search(app, videoId);
    expect(chats() - before).toBe(1);
    return { clips, codes: warnings.map(({ code }: Json) => code) };
  };
  const times = (clips: Json[]) => clips.map(({ start, end }) => [start, end]);

  test("decides the order, the titles and the reasons, and leaves the boundaries alone", async () => {
    const { clips, codes } = await find(judge());
    expect(codes).toEqual([]);
    expect(times(clips)).toEqual(times(plain.toReversed()));
    expect(clips[0].score).toBe(40 + plain.length - 1);
    expect(plain.at(-1).transcript).toContain(clips[0].title);
    expect(clips[0].reason).toBe("It is one thought.");
  });

  test.each([
    ["prose", "I like the second one.", ""],
    ["fewer moments than there are", { moments: [] }, ""],
    ["unknown moments", (one: Json, i: number) => (i === 0 ? { ...one, id: "m99" } : one), ""],
    ["the same moment twice", (one: Json, i: number) => (i === 0 ? { ...one, id: "m2" } : one), ""],
    ["scores beyond 100", (one: Json, i: number) => (i === 0 ? { ...one, score: 900 } : one), ""],
    ["the same score for all", (one: Json) => ({ ...one, score: 95 }), ""],
    ["no scores", ({ score: _, ...one }: Json) => one, ""],
  ])("that answers with %s is not listened to", async (_name, answer) => {
    const said = typeof answer === "function" ? judge(answer as (one: Json, i: number) => Json) : answer;
    const { clips, codes } = await find(said, judge());
    expect(codes).toEqual(["not_judged"]);
    expect(clips.map(({ id: _, ...moment }: Json) => moment)).toEqual(
      plain.map(({ id: _, ...moment }: Json) => moment),
    );
  });

  test.each([
    ["a quote that nobody said", { hook: "Houses are a scam" }],
    ["a title with a figure that nobody said", { title: "How 7777 families pay off their house" }],
    ["a title in another language", { title: "Warum wir unsere Hypotheken niemals abzahlen" }],
    ["a title that does not end", { title: "why ".repeat(40) }],
    ["no reason", { reason: "" }],
  ])("that invents %s keeps its score, but not its words", async (_name, change) => {
    const { clips, codes } = await find(judge((one, i) => (i === 0 ? { ...one, score: 99, ...change } : one)));
    expect(codes).toEqual(["title_refused"]);
    const { score, title, hook, reason } = clips[0];
    expect({ score, title, hook, reason }).toEqual({
      score: 99,
      title: plain[0].title,
      hook: plain[0].hook,
      reason: plain[0].reason,
    });
  });
});

test("a search whose server died while a paid model judged does not ask it again", async () => {
  let calls = 0;
  const judge: MomentJudge = { name: "paid", judge: async () => calls++ as never };
  const moment = { title: "One", hook: "One", reason: "One.", score: 90, transcript: "One." };
  const factors = { hook: 1, complete: 1, clarity: 1, density: 1, energy: 1 };
  const plugin = defineModule({
    name: "acme",
    start({ db }) {
      const engine: Engine<MomentsRequest> = {
        ...{ name: "acme", models: [{ id: "acme-1", title: "Acme" }], repeatable: true },
        async create(_, { id }) {
          // What an earlier run leaves behind that ended during the call.
          const { account_id } = await db
            .selectFrom("generations")
            .select("account_id")
            .where("id", "=", id)
            .executeTakeFirstOrThrow();
          const step = { generation_id: id, account_id, step: "judge", state: "called" as const, facts: {} };
          await db.insertInto("generation_steps").values(step).execute();
          return {
            state: "completed",
            facts: { basis: "speech", moments: [{ ...moment, start: 0, end: 20, factors }] },
          };
        },
      };
      return { engines: { moments: engine, judge } };
    },
  });
  const app = await startApp({ providers: { moments: "acme" } }, [...modules, local, plugin]);
  try {
    const { status, clips, warnings } = await search(app, await upload(app));
    const codes = warnings.map(({ code }: Json) => code);
    expect([status, codes, clips[0].score, calls]).toEqual(["completed", ["fewer_found", "not_judged"], 90, 0]);
  } finally {
    await app.stop();
  }
});

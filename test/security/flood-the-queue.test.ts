/** An attacker fills a queue with jobs, so that the victim's job waits behind all of them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { fakeImages, picture } from "#test/engines";
import { until } from "#test/until";
import { expectRefusal, startTarget, type Target } from "./target";

const started: string[] = [];
const waiting: (() => void)[] = [];
/** Lets the running job end. */
const release = async () => {
  await until(() => waiting.length > 0);
  waiting.shift()?.();
};

let target: Target;
beforeAll(async () => {
  const engine = fakeImages({
    concurrency: 1,
    create: async ({ prompt }, run) => {
      started.push(prompt);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return picture(run);
    },
  });
  target = await startTarget({ modules: [...modules, engine], config: { quotas: { concurrentJobs: 20 } as never } });
});
afterAll(() => target.stop());

const generate = (side: "victim" | "attacker", prompt: string) =>
  target[side].api("POST", "/images/generate", { prompt });

describe("with twenty jobs", () => {
  test("the victim's job is next, and then accounts take turns", async () => {
    for (let job = 1; job <= 20; job++) expect((await generate("attacker", `attacker ${job}`)).status).toBe(202);
    await until(() => started.length === 1);
    for (const job of [1, 2]) await generate("victim", `victim ${job}`);
    for (let job = 0; job < 5; job++) await release();
    await until(() => started.length === 6);
    const order = ["attacker 1", "victim 1", "attacker 2", "victim 2", "attacker 3", "attacker 4"];
    expect(started).toEqual(order);
  });

  test("429 with the reason when the account has too many jobs, and only that account", async () => {
    for (let job = 0; job < 5; job++) await generate("attacker", "more");
    const answer = await generate("attacker", "too many");
    expectRefusal(answer, 429);
    expect(answer.body).toMatchObject({ limit: 20, used: 20, detail: expect.stringContaining("20 jobs") });
    expect(answer.body.type).toEndWith("/errors/job_limit_exceeded");
    expect(answer.headers.get("retry-after")).toBe("10");
    expect((await generate("victim", "victim 3")).status).toBe(202);
  });

  test("parallel requests do not exceed the limit either", async () => {
    await release();
    await until(async () => (await generate("attacker", "one more")).status === 202);
    const answers = await Promise.all(Array.from({ length: 8 }, () => generate("attacker", "parallel")));
    const accepted = answers.filter(({ status }) => status === 202).length;
    const { body } = await target.api("GET", `/accounts/${target.attacker.accountId}`);
    expect(body.usage.concurrentJobs).toBeLessThanOrEqual(20);
    expect(accepted).toBeLessThan(8);
  });

  test("an administrator changes the limit of one account", async () => {
    const path = `/accounts/${target.attacker.accountId}`;
    expect((await target.api("PATCH", path, { concurrentJobs: 100 })).body).toMatchObject({ concurrentJobs: 100 });
    expect((await generate("attacker", "allowed")).status).toBe(202);
    expect((await target.api("PATCH", path, { concurrentJobs: null })).body).toMatchObject({ concurrentJobs: 20 });
    expectRefusal(await generate("attacker", "refused"), 429);
    expectRefusal(await target.attacker.api("PATCH", path, { concurrentJobs: 100 }), 403);
  });
});

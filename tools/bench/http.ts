/**
 * What the kernel costs: authenticated GET /music/{id} through everything, beside a bare Elysia route
 * that does the same select on the same Postgres. Rounds alternate, and the ratio is of their medians.
 */
import { Elysia } from "elysia";
import { startApp } from "#test/app";
import { loadFromOutside, type Result } from "./load";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const app = await startApp({ port: 0 } as never, undefined, {
  DATABASE_URL: "",
  RATE_LIMIT_PER_MINUTE: "1000000000",
});
const url = await app.vireo.listen();
const { body } = await app.api("POST", "/music/generate", { prompt: "calm piano" });
await app.ended(`/music/${body.musicId}`);

const { db } = app.vireo;
const { id, account_id: accountId } = await db
  .selectFrom("generations")
  .select(["id", "account_id"])
  .executeTakeFirstOrThrow();
const bare = new Elysia()
  .get("/music/:id", ({ params }) =>
    db
      .selectFrom("generations")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("kind", "in", ["music"])
      .where("id", "=", params.id)
      .executeTakeFirst(),
  )
  .listen({ port: 0, hostname: "127.0.0.1" });

const headers = { authorization: "Bearer test-admin-key-0123456789" };
const run = (target: string, auth: boolean) =>
  loadFromOutside({ url: target, headers: auth ? headers : undefined, connections: 32, seconds: 3 });
const targets = {
  bare: `http://127.0.0.1:${bare.server?.port}/music/${id}`,
  kernel: `${url.origin}/api/v1/music/${body.musicId}`,
};
const results: Record<keyof typeof targets, Result[]> = { bare: [], kernel: [] };
await run(targets.bare, false);
await run(targets.kernel, true);
for (let round = 0; round < ROUNDS; round++) {
  results.bare.push(await run(targets.bare, false));
  results.kernel.push(await run(targets.kernel, true));
}
const median = (all: Result[]) =>
  all.map((one) => one.requestsPerSecond).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
for (const [name, all] of Object.entries(results))
  console.log(
    name,
    all.map((one) => one.requestsPerSecond).join(" "),
    "requests/s; p99",
    all.map((one) => one.p99).join(" "),
    "ms; errors",
    all.reduce((sum, one) => sum + one.errors, 0),
  );
if (results.kernel.some((one) => one.errors > 0))
  throw new Error("Some requests were refused: the figures say nothing.");
console.log(`ratio kernel/bare: ${(median(results.kernel) / median(results.bare)).toFixed(2)} (goal: at least 0.6)`);
await bare.stop(true);
await app.stop();
process.exit(0);

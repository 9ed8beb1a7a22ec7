/** What clients receive whose requests run while the server stops. */
import { expect, spyOn, test } from "bun:test";
import { defineModule } from "#core/module";
import { untilAborted } from "#core/timing";
import { startApp } from "#test/app";

test("503 with Retry-After when the server stops while a request waits", async () => {
  const begun = Promise.withResolvers<void>();
  const slow = defineModule({
    name: "slow",
    start: ({ router, stopping }) => ({
      routes: router().get(
        "",
        () => {
          begun.resolve();
          return untilAborted(new Promise<never>(() => {}), stopping);
        },
        { auth: "any" },
      ),
    }),
  });
  const app = await startApp({}, [slow]);
  const log = spyOn(app.vireo.log, "error");
  const answer = app.api("GET", "/slow");
  await begun.promise;
  await app.stop();
  const { status, headers, body } = await answer;
  expect([status, body.type.split("/").at(-1), headers.get("retry-after")]).toEqual([503, "server_stopping", "2"]);
  expect(log.mock.calls).toEqual([]);
});

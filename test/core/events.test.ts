import { expect, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp } from "#test/app";
import { until } from "#test/until";

test("events are ordered by the kernel, with or without the module that delivers them", async () => {
  const app = await startApp(
    {},
    modules.filter(({ name }) => name !== "webhooks"),
  );
  const { accountId } = await app.account();
  const { db } = app.vireo;
  await db.insertInto("events").values({ account_id: accountId, type: "video.completed", data: {} }).execute();
  const find = db.selectFrom("events").select("seq").where("account_id", "=", accountId).where("seq", "is not", null);
  expect(await until(() => find.executeTakeFirst())).toBeDefined();
  await app.stop();
});

import { expect, test } from "bun:test";
import { findNotice } from "#plugins/dashboard/web/ui/notices";
import type { VireoEvent } from "#sdk/client/index";

test("only a channel that has expired is said to need reconnecting", () => {
  const titleFor = (status: string) =>
    findNotice({ type: "account.disconnected", data: { status } } as unknown as VireoEvent)?.title;
  expect(titleFor("expired")).toBe("Channel needs to be reconnected");
  expect(titleFor("disconnected")).toBe("Channel disconnected");
});

import { expect, test } from "bun:test";
import { describeEvent, findNotice } from "#plugins/dashboard/web/ui/notices";
import type { VireoEvent } from "#sdk/client/index";

test("only a channel that has expired is said to need reconnecting", () => {
  const titleFor = (status: string) =>
    findNotice({ type: "account.disconnected", data: { status } } as unknown as VireoEvent, "ann@example.com")?.title;
  expect(titleFor("expired")).toBe("Channel needs to be reconnected");
  expect(titleFor("disconnected")).toBe("Channel disconnected");
});

test("a finished video is named by what it shows, not by its prompt", () => {
  const script = "0–3 s: Hook (spoken and on screen): What do people want to know?";
  const data = { prompt: script, scenes: [{ kind: "hook", text: "What do people want to know?" }] };
  const event = { type: "video.completed", data } as unknown as VireoEvent;
  const notice = findNotice(event, "ann@example.com");
  expect(notice && describeEvent(event, notice)).toBe("What do people want to know?");
});

test("nobody is told of what they did themselves", () => {
  const find = (type: string, data: object) =>
    findNotice({ type, data } as unknown as VireoEvent, "ann@example.com")?.title;
  const decided = (by: string) => ({ approval: { requestedBy: "ben@example.com", decisions: [{ by }] } });
  expect([find("post.approved", decided("ann@example.com")), find("post.approved", decided("Maya"))]).toEqual([
    undefined,
    "Post approved",
  ]);
  expect(find("post.needs_approval", { approval: { requestedBy: "ann@example.com", decisions: [] } })).toBeUndefined();
  expect(find("post.commented", { by: "ann@example.com", text: "Mine" })).toBeUndefined();
});

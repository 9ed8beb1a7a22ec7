import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { repairResponse } from "#core/http/repair-response";
import { Closed, OneOf } from "#core/http/schema";

const Video = Closed({
  videoId: Type.String(),
  scenes: Type.Optional(Type.Array(Closed({ kind: OneOf(["hook", "cta"]), text: Type.Optional(Type.String()) }))),
  analysis: Type.Optional(Type.Union([Closed({ hook: Type.String() }), Type.Null()])),
});
const Videos = Closed({ videos: Type.Array(Video), total: Type.Integer() });

const repair = (...videos: unknown[]) => repairResponse(Videos, { videos, total: 1 });

test("an item of a list that does not match is left out", () => {
  expect(repair({ videoId: "a", scenes: [{ text: "x" }, { kind: "cta" }] })).toEqual({
    value: { videos: [{ videoId: "a", scenes: [{ kind: "cta" }] }], total: 1 },
    leftOut: [{ path: "/videos/0/scenes/0", id: "a" }],
  });
});

test("an optional field that does not match is left out, and so is an unknown one", () => {
  expect(repair({ videoId: "a", scenes: 5, design: "x" })).toEqual({
    value: { videos: [{ videoId: "a" }], total: 1 },
    leftOut: [
      { path: "/videos/0/scenes", id: "a" },
      { path: "/videos/0/design", id: "a" },
    ],
  });
});

test("a field that may be null becomes null", () => {
  expect(repair({ videoId: "a", analysis: {} })).toEqual({
    value: { videos: [{ videoId: "a", analysis: null }], total: 1 },
    leftOut: [{ path: "/videos/0/analysis", id: "a" }],
  });
});

test("an object without a required field is left out as a whole", () => {
  expect(repair({ scenes: [{}] }, { videoId: "b" })).toEqual({
    value: { videos: [{ videoId: "b" }], total: 1 },
    leftOut: [{ path: "/videos/0", id: undefined }],
  });
});

test("a response whose own required field does not match cannot be repaired", () => {
  expect(repairResponse(Videos, { videos: [], total: "x" })).toBeUndefined();
});

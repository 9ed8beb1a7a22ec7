import { expect, test } from "bun:test";
import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { lazyPart, whenPreloaded } from "#plugins/dashboard/web/ui/lazy";

const load = async () => ({ default: () => createElement("p", null, "The page") });
const draw = (part: ReturnType<typeof lazyPart>) =>
  renderToString(createElement(Suspense, { fallback: "Loading" }, createElement(part)));

test("a page whose script is there is drawn at once, without the fallback before it", async () => {
  const [ahead, late] = [lazyPart(load), lazyPart(load)];
  ahead.preload();
  await whenPreloaded();
  expect(draw(ahead)).toContain("<p>The page</p>");
  expect(draw(late)).toContain("Loading");
});

test("a script that cannot be loaded holds nothing up, and is asked for again when its page is drawn", async () => {
  let asked = 0;
  const failing = lazyPart(async () => {
    asked++;
    throw new Error("Not found");
  });
  failing.preload();
  await whenPreloaded();
  expect(draw(failing)).toContain("Loading");
  expect(asked).toBe(2);
});

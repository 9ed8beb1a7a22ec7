import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { renderEdit } from "#plugins/local/edit/edit";
import type { OverlayInput } from "#plugins/local/edit/overlay";
import { brightness, clip, pictureAt, tools } from "#test/plugins/local/edit-clips";

const text = { type: "text", text: "SALE", position: "center" } as const;

async function overlay(input: Partial<OverlayInput>, at = 0.5) {
  const kit = tools();
  const source = await clip(kit, "source.mp4", { size: "320x180" });
  const canvas = createCanvas(40, 20);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, 40, 20);
  const image = join(kit.folder, "logo.png");
  await Bun.write(image, canvas.toBuffer("image/png"));
  const { video } = await renderEdit(source, [{ operation: "overlay", image, ...text, ...input }], kit);
  return { kit, source, video, bright: await brightness(video, at, 320, 180) };
}

describe("an overlay", () => {
  test("shows from start to end, and comes and goes softly", async () => {
    const { video, bright } = await overlay({ start: 0.8, end: 1.4 });
    expect(bright(0, 0, 1, 1)).toBe(0);
    expect((await brightness(video, 1.1, 320, 180))(0.3, 0.3, 0.7, 0.7)).toBeGreaterThan(0.01);
    expect((await brightness(video, 1.6, 320, 180))(0, 0, 1, 1)).toBe(0);
    const half = (await pictureAt(video, 0.9))!;
    expect(Math.max(...half)).toBeLessThan(Math.max(...(await pictureAt(video, 1.1))!) - 40);
  });

  test("stays to the last frame without an end", async () => {
    const { bright } = await overlay({ start: 1 }, 1.95);
    expect(bright(0.3, 0.3, 0.7, 0.7)).toBeGreaterThan(0.01);
  });

  test.each<[OverlayInput["position"], [number, number, number, number]]>([
    ["top-left", [0, 0, 0.5, 0.5]],
    ["right", [0.5, 0.25, 1, 0.75]],
    ["bottom", [0.25, 0.5, 0.75, 1]],
    [{ x: 0.25, y: 0.75 }, [0, 0.5, 0.5, 1]],
    [{ x: 1, y: 0 }, [0.5, 0, 1, 0.5]],
  ])("of an image lies at %j, in its own ratio", async (position, area) => {
    const { bright } = await overlay({ type: "image", position, width: 0.25 });
    const all = bright(0, 0, 1, 1);
    // 80 by 40 of 320 by 180.
    expect(all).toBeCloseTo((80 * 40) / (320 * 180), 2);
    expect(bright(...area)).toBeCloseTo(all * 4, 2);
  });

  test("can be seen through", async () => {
    const { bright } = await overlay({ type: "image", opacity: 0.2 });
    expect(bright(0, 0, 1, 1)).toBe(0);
  });

  test("of text stays within its width, however long it is, on a box if asked for", async () => {
    const { bright } = await overlay({
      text: `${"many words ".repeat(40)}${"W".repeat(300)}`,
      width: 0.5,
      backgroundColor: "#ffffff",
    });
    expect(bright(0.3, 0.3, 0.7, 0.7)).toBeGreaterThan(0.5);
    expect([bright(0, 0, 0.24, 1), bright(0.76, 0, 1, 1), bright(0, 0, 1, 0.03), bright(0, 0.97, 1, 1)]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test.each([
    ["after the end of the video", { start: 2 }, "overlay_out_of_range"],
    ["that ends before it starts", { start: 1, end: 0.5 }, "overlay_out_of_range"],
    ["without text", { text: " \n" }, "overlay_empty"],
    ["with a file that is no image", { type: "image", image: import.meta.path }, "image_unreadable"],
    ["in an unknown font", { fontFamily: "Papyrus" }, "font_unknown"],
  ] as const)("%s is an error that says so", async (_, input, code) => {
    await expect(overlay(input)).rejects.toMatchObject({ name: "RenderError", code });
  });
});

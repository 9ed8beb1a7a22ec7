import { describe, expect, test } from "bun:test";
import { parseInstruction } from "#plugins/local/image/instruction/parse";

const labels = (instruction: string, masked = false) => {
  const { operations, unknown } = parseInstruction(instruction, masked);
  return unknown.length > 0 ? { unknown } : operations.map(({ label }) => label);
};

describe("an edit instruction", () => {
  test.each([
    ["Make it black and white please", ["black and white"]],
    ["crop to square and rotate 90 degrees clockwise", ["crop 1:1", "rotate 90°"]],
    ["convert to 9x16 vertical story format", ["crop 9:16"]],
    ["make it portrait", ["crop 4:5"]],
    ["make the portrait brighter", ["brightness +28%"]],
    ["flip horizontally", ["flip horizontal"]],
    ["mirror it", ["flip horizontal"]],
    ["turn upside down", ["rotate 180°"]],
    ["rotate left", ["rotate -90°"]],
    ["resize to 800x600", ["resize 800 × 600"]],
    ["resize to 50%", ["resize 50%"]],
    ["make it 1200 px wide", ["resize 1200 px wide"]],
    ["invert the colors", ["invert"]],
    ["vintage look with film grain", ["vintage", "grain"]],
    ["duotone in navy and pink", ["duotone #1e2a5e #ff4d9d"]],
    ["blue tint 30%", ["blue tint 30%"]],
    ["add a thick red border and rounded corners", ["red border", "rounded corners"]],
    ["Mach das Bild heller und etwas wärmer", ["brightness +28%", "warmth +20%"]],
    ["rends l'image plus lumineuse", ["brightness +28%"]],
    ["rends l'image plus claire", ["brightness +28%"]],
    ["Helle das Bild auf", ["brightness +28%"]],
    ["hazlo en blanco y negro", ["black and white"]],
    ["spiegle das Bild", ["flip horizontal"]],
    ["upscale it to 4K", ["resize 4K"]],
    ["remove background and make it brighter", ["no background", "brightness +28%"]],
    ["Hintergrund entfernen", ["no background"]],
    ["make the background white", ["white background"]],
    ["put “NEW” in the bottom left corner", ["text “NEW” at the bottom left"]],
    ["add the text BIG SALE in the top right corner", ["text “BIG SALE” at the top right"]],
    ["add a caption that says Hello there", ["text “Hello there” at the bottom"]],
    ["Füge den Text „Neu“ oben rechts hinzu", ["text “Neu” at the top right"]],
  ])("is understood: %s", (instruction, expected) => {
    expect(labels(instruction)).toEqual(expected);
  });

  test.each([
    ["brighter", "brightness +28%"],
    ["slightly brighter", "brightness +14%"],
    ["much brighter", "brightness +50%"],
    ["20% brighter", "brightness +20%"],
    ["brightness -10%", "brightness -10%"],
    ["increase the saturation by 35 percent", "saturation +35%"],
    ["make it less saturated", "saturation -45%"],
    ["lower the contrast by 15%", "contrast -15%"],
    ["a bit cooler", "warmth -20%"],
    ["add a subtle vignette", "vignette 50%"],
    ["sepia 40%", "sepia 40%"],
  ])("says how much: %s", (instruction, expected) => {
    expect(labels(instruction)).toEqual([expected]);
  });

  test("is done in an order that keeps captions and borders whole", () => {
    expect(labels('add caption "Fresh daily", white border, warmer and crop to 4:5')).toEqual([
      "crop 4:5",
      "warmth +40%",
      "text “Fresh daily” at the bottom",
      "white border",
    ]);
  });

  test("places quoted texts where it says", () => {
    expect(parseInstruction("add the headline 'Summer Sale' at the top in yellow").operations).toMatchObject([
      { caption: { text: "Summer Sale", position: "top", color: "#ffd21f", style: "headline" } },
    ]);
    expect(parseInstruction('write "Hallo" in the center in #ff0066').operations).toMatchObject([
      { caption: { text: "Hallo", position: "center", color: "#ff0066" } },
    ]);
    expect(parseInstruction("caption: Fresh every day").operations).toMatchObject([
      { caption: { text: "Fresh every day", position: "bottom" } },
    ]);
    expect(labels('add text "50% OFF" at the top and "Shop now" at the bottom')).toEqual([
      "text “50% OFF” at the top",
      "text “Shop now” at the bottom",
    ]);
  });

  test.each([
    ["remove the dog", ["remove the dog"]],
    ["replace the sky with a sunset", ["replace the sky with a sunset"]],
    ["make her smile", ["make her smile"]],
    ["warmer, then add snow", ["add snow"]],
    ["make the dress red", ["make the dress red"]],
    ["remove the blur", ["remove the blur"]],
    ["less grain", ["less grain"]],
    ["make it not too dark", ["make it not too dark"]],
    ["do not crop, make it brighter", ["do not crop"]],
    ["in the style of “Van Gogh”", ["in the style of “Van Gogh”"]],
    ["crop it", ["crop it"]],
  ])("that cannot be done in full names what is not understood: %s", (instruction, unknown) => {
    expect(labels(instruction)).toEqual({ unknown });
  });

  test("may speak of the background only with a mask", () => {
    expect(labels("blur the background")).toEqual({ unknown: ["blur the background"] });
    expect(labels("blur the background", true)).toEqual(["blur"]);
  });
});

import { expect, test } from "bun:test";
import { describeFit, newVoiceover } from "#plugins/dashboard/web/pages/library/edit/voiceover";

const fit = (text: string, more: object = {}) => describeFit({ ...newVoiceover, text, ...more }, 8);

test("a text's length is told beside what is left of the video, and when the last picture is held", () => {
  expect(fit("")).toBe("About 0 s of 8.0 s.");
  expect(fit("a".repeat(65))).toBe("About 5 s of 8.0 s.");
  expect(fit("a".repeat(65), { speed: 0.5, start: 2 })).toBe(
    "About 10 s of 6.0 s that are left: the last picture is held until it has been said.",
  );
  expect(fit("a".repeat(650))).toContain("probably too long");
});

test("a sign of Chinese takes longer than a letter", () => {
  expect(fit("冷".repeat(26))).toBe("About 5 s of 8.0 s.");
});

import { expect, test } from "bun:test";
import { describeFit, newVoiceover } from "#plugins/dashboard/web/features/library/edit/voiceover";

const fit = (text: string, more: object = {}) => describeFit({ ...newVoiceover, text, ...more }, 8);

test("the length of a text is compared with the rest of the video", () => {
  expect(fit("")).toBe("About 0 s of 8.0 s");
  expect(fit("a".repeat(65))).toBe("About 5 s of 8.0 s");
  expect(fit("a".repeat(65), { speed: 0.5, start: 2 })).toBe(
    "About 10 s of the remaining 6.0 s. The last frame is held until the voice-over ends.",
  );
  expect(fit("a".repeat(650))).toContain("Probably too long");
});

test("a Chinese character takes longer than a letter", () => {
  expect(fit("冷".repeat(26))).toBe("About 5 s of 8.0 s");
});

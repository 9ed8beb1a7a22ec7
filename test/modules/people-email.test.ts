import { expect, test } from "bun:test";
import { EMAIL, normalizeEmail } from "#modules/people/email";

test("an address has one form, and none of another script becomes one of ours", () => {
  expect(normalizeEmail("Ann.KIM@Example.COM")).toBe("ann.kim@example.com");
  // Kelvin sign, Turkish dotted I, full-width letters, Cyrillic letters.
  for (const email of [
    "\u212aim@example.com",
    "\u0130da@example.com",
    "\uff4bim@example.com",
    "\u043aim@example.com",
  ]) {
    expect(normalizeEmail(email)).toBe(email);
    expect(email).not.toMatch(new RegExp(EMAIL));
  }
});

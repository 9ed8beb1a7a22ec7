/** The documents name things that exist. */
import { expect, test } from "bun:test";
import { updatePage } from "#tools/docs";

const root = new URL("../", import.meta.url);
const read = (path: string) => Bun.file(new URL(path, root)).text();

test("docs/configuration.md has every setting; run `bun run docs` after a change", async () => {
  const page = await read("docs/configuration.md");
  expect(page).toBe(updatePage(page));
});

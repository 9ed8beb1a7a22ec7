import { expect, test } from "bun:test";
import { EngineError } from "#core/engine";
import { nameUrl } from "#sdk/fetch";
import { download } from "#sdk/inputs/download";

test.each([
  ["https://bucket.example/a.png?X-Amz-Signature=SECRET#SECRET", "https://bucket.example/a.png?…"],
  ["https://example.com/a.png", "https://example.com/a.png"],
  ["https://user:SECRET@example.com/", "https://example.com/"],
  [`https://example.com/${"a".repeat(3000)}?token=SECRET`, `https://example.com/${"a".repeat(180)}…`],
  ["data:image/png;base64,SECRETSECRETSECRET", "data:image/png;base6…"],
  ["no url", "no url…"],
])("a message names %s without what is secret in it", (url, name) => {
  expect(nameUrl(url)).toBe(name);
});

test("a failed download does not tell the signature of its URL", async () => {
  const run = {
    signal: new AbortController().signal,
    download: async () => {
      throw new Error("The server returned 403.");
    },
  };
  const failed = download(run, "https://bucket.example/a.png?signature=SECRET").catch((error) => error);
  expect(await failed).toBeInstanceOf(EngineError);
  expect((await failed).message).toBe("Could not fetch https://bucket.example/a.png?…: The server returned 403.");
});

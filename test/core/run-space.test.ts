import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { FetchError } from "#core/fetch/fetch";
import { createRunSpace } from "#core/generations/run-context";

const MIB = 1024 ** 2;

test("downloads of a run stop while the disk must keep its free space", async () => {
  const count = createRunSpace(tmpdir(), 2 ** 60);
  await count(MIB);
  await expect(count(16 * MIB)).rejects.toThrow(FetchError);
});

test("downloads of a run have a limit together", async () => {
  const count = createRunSpace(tmpdir(), 0);
  for (let file = 0; file < 4; file++) await count(1024 * MIB);
  await expect(count(1)).rejects.toThrow("in total");
});

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { boot } from "#core/boot/boot";
import { viralLibrary } from "#modules/viral-library/index";
import { FakeS3 } from "#test/s3";
import { until } from "#test/until";
import { ADMIN, ground, left, letters, plant, poke } from "./viral-library-server";

test("VECTORS_LOCATION=s3://… keeps the index in the bucket, by the S3_… settings, for every replica", async () => {
  const bucket = new FakeS3();
  const engine = letters({ name: "letters-1" });
  const place = await ground(engine);
  const env = {
    ...place.env,
    VECTORS_LOCATION: "s3://media/some/path",
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: "nowhere-1",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const start = () => boot({ modules: [viralLibrary, engine], env });
  try {
    await plant(place.db, 300);
    const writer = await start();
    await poke(writer);
    await until(async () => {
      const [index] = await place.db.selectFrom("viral_indexes").select("ready_at").execute();
      return index?.ready_at && (await left(place.db)) === 0;
    });
    await writer.stop();
    expect([...bucket.objects.keys()].every((key) => key.startsWith("some/path/videos_"))).toBe(true);
    expect(bucket.objects.size).toBeGreaterThan(3);

    const reader = await start();
    const request = new Request("http://localhost/api/v1/viral-library/search?q=bread&limit=5", {
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    const found = (await (await reader.handle(request)).json()) as { total: number };
    await reader.stop();
    expect(found.total).toBe(5);
    expect(existsSync(join(place.dataDir, "vectors"))).toBe(false);
    expect(bucket.refused).toEqual([]);
  } finally {
    await place.end();
    await bucket.stop();
  }
});

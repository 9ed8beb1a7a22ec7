/** What holds of a plug-in for a vendor that hosts many models, looked at through the whole program. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { scaleReadTimes } from "#core/generations/settle";
import type { Module } from "#core/module";
import { modules } from "#modules/index";
import type { VendorServer } from "#sdk/testing/vendor-server";
import { type Client, startApp, type TestApp } from "#test/app";
import { until } from "#test/until";

/** A vendor's server as far as these tests look into it. */
interface Played extends VendorServer {
  callbacks: string[];
  /** Missing if the vendor cannot cancel. */
  cancelled?: string[];
  hold?: Promise<void>;
}

export interface HostedApp<Server extends Played> {
  plugin: Module;
  start(): Promise<Server>;
  settings(server: Server): Record<string, unknown>;
  key: string;
  /** How often something was made. */
  made(server: Server): number;
  /** A read of a task. */
  read: RegExp;
  /** Listed models; of videos and music the first. The settings describe an image model "mine". */
  models: Record<"image" | "video" | "music", string>;
  /** An id that nobody listed. */
  unlisted: string;
  /** Also tests what the kernel does, which is the same for all vendors: one of them is enough. */
  testsKernel?: true;
}

export function hostedApp<Server extends Played>(name: string, facts: HostedApp<Server>): void {
  const config = (server: Server) => ({
    settings: { [name]: facts.settings(server) },
    providers: { image: name, video: name, music: name },
    publicUrl: "https://media.example.com",
    allowHosts: ["127.0.0.1"],
  });

  describe(`${name} in the whole program:`, () => {
    let server: Server;
    let app: TestApp;
    beforeAll(async () => {
      server = await facts.start();
      app = await startApp(config(server), [...modules, facts.plugin]);
    });
    afterAll(async () => {
      await app.stop();
      await server.stop();
    });

    const balance = async (api: Client) => (await api("GET", "/credits")).body.balance;
    const types = async (api: Client) =>
      (await api("GET", "/credits/transactions")).body.transactions.map(({ type }: { type: string }) => type);
    const typeOf = async (url: string) => {
      const { pathname } = new URL(url);
      const file = await app.vireo.handle(new Request(`https://media.example.com${pathname}`));
      return file.headers.get("content-type");
    };
    const rowOf = (prompt: string) =>
      app.vireo.db.selectFrom("generations").selectAll().where("prompt", "=", prompt).executeTakeFirstOrThrow();
    const taskOf = (prompt: string) => until(async () => (await rowOf(prompt)).task ?? undefined);
    const callbackOf = async (prompt: string) => {
      const { id } = await rowOf(prompt);
      return until(() => server.callbacks.find((url) => url.includes(id)));
    };
    const reads = () => server.count("GET", facts.read);
    const forged = JSON.stringify({ status: "failed", error: "no", payload: { images: [{ url: "http://evil" }] } });
    const callBack = (address: string, to = app) => to.as(undefined)("POST", new URL(address).pathname, forged);
    const overdue = (prompt: string) =>
      app.vireo.db
        .updateTable("generations")
        .set({ deadline_at: new Date(), next_read_at: new Date() })
        .where("prompt", "=", prompt)
        .execute();

    test("an image is made, stored and charged once", async () => {
      const { api } = await app.account(100);
      const before = facts.made(server);
      const { body } = await api("POST", "/images/generate", { prompt: "A cat", model: facts.models.image });
      const ended = await app.ended(`/images/${body.imageId}`, api);
      expect(ended).toMatchObject({ status: "completed", engine: name, model: facts.models.image, width: 320 });
      expect(await typeOf(ended.url)).toBe("image/png");
      expect(await balance(api)).toBe(94);
      expect(facts.made(server) - before).toBe(1);
      expect(await callbackOf("A cat")).toStartWith("https://media.example.com/open/callbacks/");
      expect((await api("GET", `/images/${encodeURIComponent(await taskOf("A cat"))}`)).body.imageId).toBe(
        body.imageId,
      );
    });

    test.concurrent("a video is charged by its length, a track by the call", async () => {
      const { api } = await app.account(100);
      const model = facts.models.video;
      const video = (await api("POST", "/videos/generate", { prompt: "A cat jumps", duration: 5, model })).body.videoId;
      const track = (await api("POST", "/music/generate", { prompt: "calm piano" })).body.musicId;
      expect(await app.ended(`/videos/${video}`, api)).toMatchObject({ status: "completed", width: 360, height: 640 });
      const ended = await app.ended(`/music/${track}`, api);
      expect(ended).toMatchObject({ status: "completed", model: facts.models.music });
      expect(await typeOf(ended.audioUrl)).toBe("audio/wav");
      expect(await balance(api)).toBe(87);
    });

    test.concurrent.each([
      ["its id alone", facts.unlisted, facts.unlisted],
      ["the engine's name before its id", `${name}:${facts.unlisted}`, facts.unlisted],
      ["the settings, whose first is the default", undefined, "mine"],
    ])("a model is found by %s", async (_, model, used) => {
      const { api } = await app.account(100);
      const { body } = await api("POST", "/images/generate", { prompt: "new", ...(model ? { model } : {}) });
      expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({ status: "completed", model: used });
    });

    describe("a failure says why and gives the credits back, once:", () => {
      test.concurrent.each([
        ["[fail CUDA error]", "provider_error"],
        ["[fail NSFW content]", "moderated"],
        ["[empty] success without a result", "provider_error"],
      ])("%s → %s", async (prompt, failCode) => {
        const { api } = await app.account(100);
        const { body } = await api("POST", "/images/generate", { prompt });
        expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({ status: "failed", failCode });
        expect(await types(api)).toEqual(["refund", "charge", "grant"]);
        expect(await balance(api)).toBe(100);
      });
    });

    test.concurrent("one that takes too long is given up, refunded, and cancelled at the vendor", async () => {
      const { api } = await app.account(100);
      const { body } = await api("POST", "/images/generate", { prompt: "[never] too long" });
      const task = await taskOf("[never] too long");
      await overdue("[never] too long");
      expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({ failCode: "engine_timeout" });
      if (server.cancelled) await until(() => server.cancelled?.some((id) => task.includes(id)));
      expect(await types(api)).toEqual(["refund", "charge", "grant"]);
    });

    if (facts.testsKernel) testKernel();

    test("the key is told nowhere", async () => {
      const ready = JSON.stringify((await app.api("GET", "/ready?verbose=1")).body);
      expect(ready).toContain("accepts the key");
      expect(ready).not.toContain(facts.key);
    });

    function testKernel(): void {
      test("a result whose link is dead is tried until the time is up, then given back", async () => {
        const { api } = await app.account(100);
        const { body } = await api("POST", "/images/generate", { prompt: "[dead] link" });
        await taskOf("[dead] link");
        const before = reads();
        await until(() => (reads() > before ? true : undefined));
        expect((await api("GET", `/images/${body.imageId}`)).body.status).toBe("processing");
        await overdue("[dead] link");
        expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({ failCode: "engine_timeout" });
        expect(await types(api)).toEqual(["refund", "charge", "grant"]);
      });

      describe("callbacks", () => {
        test.concurrent("a forged one that says failed has the task read, and changes nothing of what it says", async () => {
          const { api } = await app.account(100);
          const { body } = await api("POST", "/images/generate", { prompt: "[running] slandered" });
          await taskOf("[running] slandered");
          const address = await callbackOf("[running] slandered");
          await Promise.all([1, 2, 3].map(() => callBack(address)));
          expect((await app.ended(`/images/${body.imageId}`, api)).status).toBe("completed");
          expect(await types(api)).toEqual(["charge", "grant"]);
        });

        test("100 forged ones have a task read at most once a second", async () => {
          const { api } = await app.account(100);
          await api("POST", "/images/generate", { prompt: "[never] flooded" });
          await taskOf("[never] flooded");
          const shortened = scaleReadTimes(1);
          const address = await callbackOf("[never] flooded");
          const [before, since] = [reads(), performance.now()];
          for (let batch = 0; batch < 10; batch++) {
            const answers = await Promise.all(Array.from({ length: 10 }, () => callBack(address)));
            expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204));
          }
          await until(() => (reads() > before ? true : undefined));
          const pauses = Math.floor((performance.now() - since) / 1000);
          scaleReadTimes(shortened);
          expect(reads() - before).toBeLessThanOrEqual(pauses + 1);
          await overdue("[never] flooded");
        });

        test("one that comes twice, and again when all is over, leads to one refund", async () => {
          const { api } = await app.account(100);
          const { body } = await api("POST", "/images/generate", { prompt: "[fail twice]" });
          const address = await callbackOf("[fail twice]");
          await Promise.all([1, 2].map(() => callBack(address)));
          expect((await app.ended(`/images/${body.imageId}`, api)).status).toBe("failed");
          const after = reads();
          await Promise.all([1, 2].map(() => callBack(address)));
          const row = await rowOf("[fail twice]");
          expect([row.next_read_at, reads()]).toEqual([null, after]);
          expect(await types(api)).toEqual(["refund", "charge", "grant"]);
        });

        test.concurrent("one that comes before the answer to the create is harmless", async () => {
          const early = await facts.start();
          const other = await startApp(config(early), [...modules, facts.plugin]);
          const answered = Promise.withResolvers<void>();
          early.hold = answered.promise;
          const { body } = await other.api("POST", "/images/generate", { prompt: "early" });
          expect((await callBack(await until(() => early.callbacks[0]), other)).status).toBe(204);
          answered.resolve();
          expect((await other.ended(`/images/${body.imageId}`)).status).toBe("completed");
          expect(facts.made(early)).toBe(1);
          await other.stop();
          await early.stop();
        });
      });
    }
  });
}

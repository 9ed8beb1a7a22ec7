/** The examples of webhook receivers, as processes that the server sends to. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createServer } from "node:net";
import { startWebhookApp, type WebhookApp } from "#test/modules/webhooks-receiver";
import { until } from "#test/until";

const root = new URL("../..", import.meta.url).pathname;
let app: WebhookApp;
beforeAll(async () => {
  app = await startWebhookApp({ timeoutMs: 5_000 });
});
afterAll(() => app.stop());

const findPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

test.each([
  ["TypeScript", process.execPath, "docs/examples/webhook.ts"],
  ["Python", "python3", "docs/examples/webhook.py"],
])("the receiver in %s believes signed messages only, and each once", async (language, program, file) => {
  if (!Bun.which(program)) return console.log(`${program} is not installed: the example in ${language} was not tried`);
  const port = await findPort();
  const url = `http://127.0.0.1:${port}/`;
  const { api } = await app.account();
  const { body: webhook } = await api("POST", "/webhooks", { url, events: ["*"] });
  const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: webhook.secret };
  const receiver = Bun.spawn([program, file], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  const write = (chunk: Uint8Array) => {
    out += new TextDecoder().decode(chunk);
  };
  void receiver.stdout.pipeTo(new WritableStream({ write }));
  const path = `/webhooks/${webhook.webhookId}`;
  const read = async (id: string) => (await api("GET", `${path}/deliveries/${id}`)).body;
  try {
    await until(() => out.includes("Listening"));
    const { body: sent } = await api("POST", `${path}/test`, { type: "video.completed" });
    const delivery = await until(async () => {
      const one = await read(sent.deliveryId);
      return one.status === "delivered" && one;
    });
    await until(() => out.includes(`${delivery.payload.data.videoId} is ready: ${delivery.payload.data.url}`));
    await api("POST", `${path}/deliveries/${sent.deliveryId}/redeliver`);
    // With the new secret and the old one: the receiver still knows the old one alone.
    await api("POST", `${path}/rotate-secret`);
    await api("POST", `${path}/test`);
    await until(() => out.includes("webhook.test"));
    await until(async () => (await read(sent.deliveryId)).attempts === 2);
    expect(out.match(/is ready/g)).toHaveLength(1);
    const body = JSON.stringify({ type: "video.completed", data: { videoId: "vid_forged", url: "x" } });
    const now = String(Math.floor(Date.now() / 1000));
    const headers = { "webhook-id": "1", "webhook-timestamp": now, "webhook-signature": "v1,AAAA" };
    expect((await fetch(url, { method: "POST", body, headers })).status).toBe(401);
    expect((await fetch(url, { method: "POST", body })).status).toBe(401);
    expect(out).not.toContain("vid_forged");
  } finally {
    receiver.kill();
    await receiver.exited;
  }
});

/** The configurations in deploy/ in the proxies themselves, before a server that tells what arrives. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "#test/until";

const HOST = "vireo.example.com";
const read = (name: string) => Bun.file(join(import.meta.dir, "../../deploy", name)).text();
const has = (program: string) => Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin` });

function findPort(): number {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  return port!;
}

let folder: string;
let arrived: number;
let release: () => void;
const upstream = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/upload") {
      for await (const chunk of request.body!) arrived += chunk.length;
      return Response.json({ bytes: arrived });
    }
    if (pathname === "/events") {
      const held = Promise.withResolvers<void>();
      release = held.resolve;
      async function* send() {
        yield "data: first\n\n";
        await held.promise;
        yield "data: second\n\n";
      }
      return new Response(send() as never, { headers: { "content-type": "text/event-stream" } });
    }
    return Response.json({ forwarded: request.headers.get("x-forwarded-for"), host: request.headers.get("host") });
  },
});

/** Starts the proxy before the upstream. Returns its port. */
type Start = (program: string) => Promise<{ port: number; stop(): Promise<void> }>;

const startNginx: Start = async (program) => {
  const [port, plain] = [findPort(), findPort()];
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const certify = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert];
  await Bun.spawn([...certify, "-subj", `/CN=${HOST}`], { stderr: "ignore" }).exited;
  const text = (await read("nginx.conf"))
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen 443 ", `listen 127.0.0.1:${port} `)
    .replace("127.0.0.1:3000", `127.0.0.1:${upstream.port}`)
    .replace("/etc/ssl/vireo/fullchain.pem", cert)
    .replace("/etc/ssl/vireo/privkey.pem", key)
    .replace("/var/log/nginx/vireo.log", join(folder, "access.log"));
  const file = join(folder, "nginx.conf");
  await Bun.write(file, `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\n${text}`);
  return run([program, "-e", join(folder, "error.log"), "-c", file], port);
};

const startCaddy: Start = async (program) => {
  const [port, plain] = [findPort(), findPort()];
  const file = join(folder, "Caddyfile");
  const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${port}\n`;
  await Bun.write(file, (await read("Caddyfile")).replace("{\n", options));
  return run([program, "run", "--config", file, "--adapter", "caddyfile"], port, {
    VIREO_DOMAIN: `${HOST}:${port}`,
    VIREO_UPSTREAM: `127.0.0.1:${upstream.port}`,
    TLS: "internal",
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
};

async function run(command: string[], port: number, env: Record<string, string> = {}) {
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stdout: "ignore", stderr: "ignore" });
  await until(() => curl(port, "/").catch(() => undefined));
  return {
    port,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

/** curl, which sends the name of the host with an address that it is given. */
async function curl(port: number, path: string, ...more: string[]): Promise<string> {
  const to = ["--resolve", `${HOST}:${port}:127.0.0.1`, `https://${HOST}:${port}${path}`];
  const child = Bun.spawn(["curl", "-sk", "--fail", "-N", "--max-time", "30", ...more, ...to], { stderr: "ignore" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("curl failed");
  return text;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-proxies-"));
});
afterAll(async () => {
  await upstream.stop(true);
  await rm(folder, { recursive: true, force: true });
});

const caddy = has("caddy");
test.skipIf(!caddy)(
  "Caddy gets a certificate with the contact that TLS names, and without one by default",
  async () => {
    const adapt = async (TLS: string) => {
      const command = [
        caddy!,
        "adapt",
        "--config",
        join(import.meta.dir, "../../deploy/Caddyfile"),
        "--adapter",
        "caddyfile",
      ];
      const child = Bun.spawn(command, { env: { VIREO_DOMAIN: HOST, TLS }, stdout: "pipe", stderr: "ignore" });
      const text = await new Response(child.stdout).text();
      return { code: await child.exited, emails: text.match(/[\w.]+@[\w.]+/g) ?? [] };
    };
    expect(await adapt("")).toEqual({ code: 0, emails: [] });
    expect((await adapt("mia@bean.example")).emails).toContain("mia@bean.example");
  },
);

for (const [name, start] of Object.entries({ nginx: startNginx, caddy: startCaddy })) {
  const program = has(name);
  if (!program || !has("curl") || !has("openssl"))
    console.warn(`SKIPPED: deploy/ is not tested with ${name}. Install ${name}, curl and openssl.`);
  describe.skipIf(!program || !has("curl") || !has("openssl"))(name, () => {
    test("terminates TLS, names the client, hides metrics, and passes streams and uploads on as they come", async () => {
      arrived = 0;
      const { port, stop } = await start(program!);
      const shown = JSON.parse(await curl(port, "/", "-H", "X-Forwarded-For: 6.6.6.6"));
      expect(shown.forwarded).toBe("127.0.0.1");
      expect(shown.host).toStartWith(HOST);
      for (const path of ["/metrics", "/metrics/", "/%6detrics/", "//metrics", "/metrics/x"])
        expect(curl(port, path, "--path-as-is")).rejects.toThrow();
      for (const path of [
        "/open/upload/SECRET",
        "/open/sandbox/SECRET?post=SECRET",
        "/media/SE/CRET.mp4",
        "//open//upload/SECRET",
      ])
        await curl(port, path, "--path-as-is").catch(() => {});
      const log = await Bun.file(join(folder, "access.log"))
        .text()
        .catch(() => "");
      expect(log).not.toMatch(/SECRET|CRET\.mp4/);

      const out = join(folder, `${name}.sse`);
      const stream = curl(port, "/events", "-o", out);
      await until(async () => (await Bun.file(out).exists()) && (await Bun.file(out).text()) === "data: first\n\n");
      release();
      await stream;
      expect(await Bun.file(out).text()).toBe("data: first\n\ndata: second\n\n");

      const file = join(folder, "upload");
      await Bun.write(file, new Uint8Array(32 * 1024 * 1024));
      // 32 MB in two seconds: the first of them arrive before the last are sent.
      const upload = curl(port, "/upload", "--limit-rate", "16M", "-T", file, "-X", "POST");
      await until(() => arrived > 0);
      expect(arrived).toBeLessThan(32 * 1024 * 1024);
      expect(JSON.parse(await upload)).toEqual({ bytes: 32 * 1024 * 1024 });
      await stop();
    });
  });
}

/**
 * Ceph's object gateway on loopback, with its objects in memory: a production S3 service to run tests and benches on.
 *
 *     apt-get install --no-install-recommends ceph-mon ceph-osd radosgw
 *     bun bench/radosgw.ts                        # prints S3_TEST_URL, S3_ENDPOINT … and runs until Ctrl-C
 *     S3_TEST_URL=… bun test test/replicas
 *
 * PORT (7480) is the gateway's; the one after it is the monitor's.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signed } from "./signed";

const PORT = Number(process.env.PORT ?? 7480);
const KEY = "vireo-key";
const SECRET = "vireo-secret";
const BUCKET = "vireo";
const endpoint = `http://127.0.0.1:${PORT}`;

const folder = await mkdtemp(join(tmpdir(), "vireo-radosgw-"));
const conf = join(folder, "ceph.conf");
const fsid = crypto.randomUUID();
for (const name of ["mon", "osd", "rgw", "run", "crash"]) await mkdir(join(folder, name));
await Bun.write(
  conf,
  `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${PORT + 1}/0]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.asok
log_file = ${folder}/$name.log
pid_file = ${folder}/run/$name.pid
crash_dir = ${folder}/crash
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_warn = 1
mon_data_avail_crit = 1
ms_mon_client_mode = crc
ms_mon_cluster_mode = crc
ms_mon_service_mode = crc
[mon.a]
mon_data = ${folder}/mon
[osd.0]
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_class_load_list = *
osd_class_default_list = *
[client.rgw]
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${PORT}
`,
);

const daemons: Bun.Subprocess[] = [];
async function stop(code: number): Promise<never> {
  for (const daemon of daemons.reverse()) {
    daemon.kill("SIGKILL");
    await daemon.exited;
  }
  await rm(folder, { recursive: true, force: true });
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));

/** Runs a command to its end. */
async function run(...words: string[]): Promise<void> {
  const child = Bun.spawn([words[0]!, "-c", conf, ...words.slice(1)], { stdout: "ignore", stderr: "pipe" });
  if ((await child.exited) === 0) return;
  console.error(`${words.join(" ")}: ${await new Response(child.stderr).text()}`);
  await stop(1);
}
const daemon = (...words: string[]) =>
  void daemons.push(
    Bun.spawn([words[0]!, "-c", conf, "-f", ...words.slice(1)], { stdout: "ignore", stderr: "ignore" }),
  );

const began = performance.now();
const map = join(folder, "monmap");
await run("monmaptool", "--create", "--addv", "a", `[v2:127.0.0.1:${PORT + 1}]`, "--fsid", fsid, map);
await run("ceph-mon", "-i", "a", "--mkfs", "--monmap", map);
daemon("ceph-mon", "-i", "a");
const disk = crypto.randomUUID();
await run("ceph", "osd", "new", disk);
await run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", disk);
daemon("ceph-osd", "-i", "0");
daemon("radosgw", "-n", "client.rgw", "--ms_mon_client_mode=crc");
for (let tries = 0; !(await fetch(endpoint).catch(() => undefined)); tries++) {
  if (tries === 300) await stop(1);
  await Bun.sleep(200);
}
const person = ["--uid", "vireo", "--display-name", "Vireo", "--access-key", KEY, "--secret-key", SECRET];
await run("radosgw-admin", "user", "create", ...person);
const call = signed(endpoint, KEY, SECRET);
if (!(await call("PUT", `/${BUCKET}`)).ok) await stop(1);

console.log(`Ready after ${((performance.now() - began) / 1000).toFixed(1)} s, in ${folder}

S3_TEST_URL=http://${KEY}:${SECRET}@127.0.0.1:${PORT}/${BUCKET}

S3_ENDPOINT=${endpoint} S3_BUCKET=${BUCKET} S3_REGION=us-east-1 S3_ACCESS_KEY_ID=${KEY} S3_SECRET_ACCESS_KEY=${SECRET}`);

/** Another process: publishes one post to two accounts and dies at the point it is told, by kill -9. */

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { boot } from "#core/boot/boot";
import type { Module } from "#core/module";
import { social } from "#modules/social/index";
import { SECRET_KEY } from "#sdk/testing/app";
import { recorder, VIDEO } from "#test/modules/social-fake";

export interface Order {
  databaseUrl: string;
  dataDir: string;
  /** One line for each call of the provider. */
  record: string;
  /** The point to die at, from 1; none to live. */
  killAt?: number;
}

const KEY = "crash-admin-key-0123456789";

/** Does what the order says; `point` is called at every point of the publish path. */
export function crashModules(order: Pick<Order, "record">, point: () => void): Module[] {
  const called = () => (existsSync(order.record) ? readFileSync(order.record, "utf8").split("\n") : []);
  const { module } = recorder({
    async creatorInfo() {
      point();
      const interactions = { comment: true, duet: true, stitch: true };
      return { privacyLevels: ["SELF_ONLY"], interactions, canPostMore: true };
    },
    async prepare() {
      point();
    },
    async publish({ targetId }) {
      point();
      appendFileSync(order.record, `${targetId}\n`);
      point();
      return { state: "published" };
    },
    find: async ({ targetId }) => (called().includes(targetId) ? { state: "published" } : undefined),
  });
  return [
    { ...social, start: (context) => social.start({ ...context, db: context.db.withPlugin(before(point)) }) },
    module,
  ];
}

/** Calls `point` before each statement that writes; the sweeps' own marks do not count, for they come when they like. */
function before(point: () => void): KyselyPlugin {
  const counts = (node: RootOperationNode) =>
    node.kind === "InsertQueryNode" ||
    (node.kind === "UpdateQueryNode" && (node.updates?.length ?? 0) > 1) ||
    (node.kind === "RawNode" && node.sqlFragments.some((sql) => /^\s*(update|insert)/i.test(sql)));
  return {
    transformQuery({ node }) {
      if (counts(node)) point();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

export const bootCrash = (order: Order, point: () => void = () => {}) =>
  boot({
    modules: crashModules(order, point),
    env: {
      DATABASE_URL: order.databaseUrl,
      DATA_DIR: order.dataDir,
      VIREO_ADMIN_KEY: KEY,
      VIREO_SECRET_KEY: SECRET_KEY,
      LOG_LEVEL: "silent",
    },
  });

export async function callCrash(vireo: Awaited<ReturnType<typeof boot>>, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  return (await vireo.handle(new Request(`http://localhost/api/v1${path}`, init))).json() as Promise<any>;
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? "{}") as Order;
  let points = Number.NEGATIVE_INFINITY;
  const vireo = await bootCrash(order, () => {
    if (++points !== order.killAt) return;
    process.kill(process.pid, "SIGKILL");
    Bun.sleepSync(10_000);
  });
  const { accounts } = await callCrash(vireo, "GET", "/social/accounts");
  const accountIds = accounts.slice(0, 2).map((account: { accountId: string }) => account.accountId);
  points = 0;
  const { postId } = await callCrash(vireo, "POST", "/social/posts", {
    ...{ videoUrl: VIDEO, accountIds, tiktokPrivacyLevel: "SELF_ONLY", mode: "now" },
  });
  for (let status = ""; status !== "published"; await Bun.sleep(20))
    ({ status } = await callCrash(vireo, "GET", `/social/posts/${postId}`));
  process.stdout.write(String(points));
  process.exit(0);
}

// Not awaited: bundles of bytecode have no top-level await.
if (import.meta.main) void main();

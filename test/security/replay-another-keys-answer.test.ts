/** An attacker who knows the Idempotency-Key and the body of somebody's call sends the same call, to get the same answer. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Answer, Client } from "#test/app";
import { expectNoLeak, expectRefusal, PRIVATE, startTarget, type Target } from "./target";

interface Operation {
  "x-secrets"?: string[];
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
}

const replayed = ({ headers }: Answer) => headers.get("idempotency-replayed");

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.stop());

test("a key of another account makes a call of its own", async () => {
  const call = ["POST", "/personas", { name: "x", description: "y" }, { "idempotency-key": "persona-1" }] as const;
  const first = await target.victim.api("POST", "/personas", { name: "x", description: PRIVATE }, call[3]);
  expect(first.status).toBe(201);
  const second = await target.attacker.api(...call);
  expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, null]);
  expectNoLeak(second, [first.body.id]);
  expectRefusal(await target.attacker.api("GET", `/personas/${first.body.id}`), 404);
});

describe("another key of the same account", () => {
  const deploy = { name: "deploy", scopes: ["admin"] };
  test("without the scope gets 403, not the administrator's new key", async () => {
    const header = { "idempotency-key": "deploy-admin-1" };
    const { body: made } = await target.api("POST", "/keys", deploy, header);
    const { body: low } = await target.api("POST", "/keys", { name: "low", scopes: ["media:read"] });
    expectRefusal(await target.as(low.key)("POST", "/keys", deploy, header), 403, [made.key]);
  });

  test("with the scope makes a call of its own", async () => {
    const { api, createKey } = target.victim;
    const other = await createKey();
    const header = { "idempotency-key": "make-ci-key" };
    const first = await api("POST", "/keys", { name: "ci" }, header);
    const second = await other.api("POST", "/keys", { name: "ci" }, header);
    expect([second.status, replayed(second)]).toEqual([201, null]);
    expect(second.body.keyId).not.toBe(first.body.keyId);
    expectNoLeak(second, [first.body.key]);
  });

  test("with the scope starts a generation of its own, and is charged for it", async () => {
    const other = await target.victim.createKey();
    const header = { "idempotency-key": "image-1" };
    const first = await target.victim.api("POST", "/images/generate", { prompt: PRIVATE }, header);
    const second = await other.api("POST", "/images/generate", { prompt: PRIVATE }, header);
    expect(second.body.imageId).not.toBe(first.body.imageId);
    expect(second.body.newBalance).toBe(first.body.newBalance - first.body.creditsUsed);
  });

  test("cannot get a refusal stored for the key that is entitled", async () => {
    const low = await target.victim.createKey({ scopes: ["credits:read"] });
    const hook = { url: "https://example.com/hook", events: ["*"] };
    const header = { "idempotency-key": "wh-1" };
    expectRefusal(await low.api("POST", "/webhooks", hook, header), 403);
    const { status } = await target.victim.api("POST", "/webhooks", hook, header);
    expect(status).toBe(201);
  });
});

test("an invitation's link is for the administrator who asked, not for one who repeats the call", async () => {
  const invitation = ["POST", "/people/invitations", { email: "new@example.com", role: "admin" }] as const;
  const header = { "idempotency-key": "invite-1" };
  const first = await target.api(...invitation, header);
  const { body: second } = await target.api("POST", "/keys", { name: "second", scopes: ["admin"] });
  const { api: member } = await target.victim.createKey();
  expectRefusal(await member(...invitation, header), 403, [first.body.link]);
  expectNoLeak(await target.as(second.key)(...invitation, header), [first.body.link]);
});

test("403 and 404 are not stored: the same key gets the real answer once it may, or once the thing is there", async () => {
  const { keyId, api } = await target.victim.createKey({ scopes: ["credits:read"] });
  const header = { "idempotency-key": "later" };
  expect((await api("POST", "/personas", { name: "x", description: "y" }, header)).status).toBe(403);
  const owner = await target.victim.createKey();
  await owner.api("PATCH", `/keys/${keyId}`, { scopes: ["content:*"] });
  expect((await api("POST", "/personas", { name: "x", description: "y" }, header)).status).toBe(201);
  await api("PATCH", "/personas/nothing", { name: "x" }, { "idempotency-key": "gone" });
  const stored = await target.vireo.db.selectFrom("idempotency").select("status").execute();
  for (const { status } of stored) expect([401, 403, 404]).not.toContain(status);
});

test("a key whose scope was taken away does not get its own stored answer", async () => {
  const { keyId, api } = await target.victim.createKey({ scopes: ["content:*"] });
  const call = ["POST", "/personas", { name: "x", description: PRIVATE }, { "idempotency-key": "mine" }] as const;
  expect((await api(...call)).status).toBe(201);
  await target.victim.api("PATCH", `/keys/${keyId}`, { scopes: ["credits:read"] });
  expectRefusal(await api(...call), 403);
});

test("what was stored before answers belonged to a key is replayed to nobody, and not run again", async () => {
  const { accountId, api } = target.victim;
  const row = { account_id: accountId, key: "older", fingerprint: "x", status: 201, body: PRIVATE, headers: {} };
  await target.vireo.db
    .insertInto("idempotency")
    .values({ ...row, locked_until: new Date() })
    .execute();
  expectRefusal(await api("POST", "/personas", { name: "x", description: "y" }, { "idempotency-key": "older" }), 409);
});

describe("a secret that is shown once", () => {
  const id = () => ({ "idempotency-key": crypto.randomUUID() });

  /** Calls twice. The second answer, and everything stored, lack the secret. */
  async function repeat(api: Client, path: string, body: unknown, field: string) {
    const header = id();
    const first = await api("POST", path, body, header);
    const second = await api("POST", path, body, header);
    expect([replayed(second), second.headers.get("idempotency-masked")]).toEqual(["true", field]);
    expect(second.body).toEqual({ ...first.body, [field]: "***" });
    const stored = await target.vireo.db.selectFrom("idempotency").select("body").execute();
    expect(JSON.stringify(stored)).not.toContain(first.body[field]);
    return first.body;
  }
  test("is neither stored nor replayed: keys", async () => {
    const { keyId } = await repeat(target.victim.api, "/keys", { name: "x" }, "key");
    await repeat(target.victim.api, `/keys/${keyId}/rotate`, undefined, "key");
  });

  test("is neither stored nor replayed: webhooks", async () => {
    const hook = { url: "https://example.com/hook", events: ["*"] };
    const { webhookId } = await repeat(target.victim.api, "/webhooks", hook, "secret");
    await repeat(target.victim.api, `/webhooks/${webhookId}/rotate-secret`, undefined, "secret");
  });

  test("is neither stored nor replayed: links of people", async () => {
    await repeat(target.api, "/people/invitations", { email: "linked@example.com" }, "link");
  });

  test("is declared on every route whose answer has a field for one", async () => {
    const { body } = await target.as(undefined)("GET", "/openapi.json");
    const schemas = JSON.stringify(body.components.schemas);
    expect(schemas).toContain('"secret"');
    const undeclared = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, item]) =>
      ["post", "patch"].flatMap((method) => {
        const operation = item[method];
        const fields = Object.values(operation?.responses ?? {}).flatMap(({ content }) => {
          const name = content?.["application/json"]?.schema?.$ref?.split("/").at(-1);
          return Object.keys((name && body.components.schemas[name]?.properties) ?? {});
        });
        const secrets = fields.filter((field) =>
          /^(?:key|secret|token|password|link)$|(?:Token|Secret|Key)$/.test(field),
        );
        return secrets.filter((field) => !operation?.["x-secrets"]?.includes(field)).map((field) => `${path} ${field}`);
      }),
    );
    expect(undeclared).toEqual([]);
  });
});

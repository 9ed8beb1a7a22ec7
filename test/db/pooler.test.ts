import { expect, test } from "bun:test";
import { connect } from "#db/connect";
import { refuseSharedSessions } from "#db/pooler";
import { freshDatabase } from "#test/database";

const message = (type: string, ...parts: (string | number[])[]) => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : Buffer.from(part))),
  );
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const COLUMN = [...[0, 0, 0, 0, 0, 0], ...[0, 0, 0, 23], ...[0, 4, 255, 255, 255, 255, 0, 0]];

/** Gives clients one of its connections to a server, as PgBouncer does: for each transaction, or as long as they stay. */
function startPooler(mode: "transaction" | "session", { inTurn = false } = {}) {
  const used = new Map<number, object>();
  let next = 0;
  const take = (client: { backend?: number }) => {
    const free = [101, 102, 103, 104].filter((pid) => !used.has(pid));
    client.backend ??= inTurn ? free[next++ % free.length]! : free[0]!;
    used.set(client.backend, client);
    return client.backend;
  };
  return Bun.listen<{ isIn: boolean; backend?: number }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { isIn: false };
      },
      data(socket, data) {
        const client = socket.data;
        if (!client.isIn) {
          client.isIn = true;
          socket.write(Buffer.concat([message("R", [0, 0, 0, 0]), message("Z", [73])]));
          return;
        }
        const text = data.toString("utf8", 5, data.length - 1);
        const pid = String(take(client));
        const isOpen = text.startsWith("begin");
        const command = text.split(" ", 1)[0]!.toUpperCase();
        const rows = text.includes("pg_backend_pid")
          ? [message("T", [0, 1], "pid", COLUMN), message("D", [0, 1, 0, 0, 0, 3], [...Buffer.from(pid)])]
          : [];
        const isHeld = mode === "session" || isOpen || (used.get(client.backend!) === client && heldBy.has(client));
        if (isOpen) heldBy.add(client);
        if (text === "rollback") heldBy.delete(client);
        if (!isHeld || (mode === "transaction" && text === "rollback")) {
          used.delete(client.backend!);
          delete client.backend;
        }
        socket.write(Buffer.concat([...rows, message("C", command), message("Z", [heldBy.has(client) ? 84 : 73])]));
      },
    },
  });
}
const heldBy = new Set<object>();

async function check(port: number): Promise<unknown> {
  const { sql, close } = connect(`postgres://ann@127.0.0.1:${port}/vireo?prepare=false`);
  try {
    return await refuseSharedSessions(sql).catch((error) => error.message);
  } finally {
    await close();
  }
}

test.each([false, true])(
  "a pooler in transaction mode is refused, also if it uses its connections in turn: %p",
  async (inTurn) => {
    const pooler = startPooler("transaction", { inTurn });
    expect(await check(pooler.port)).toContain("a connection pooler in transaction mode");
    pooler.stop(true);
  },
);

test("a pooler in session mode is welcome, and so is PostgreSQL", async () => {
  const pooler = startPooler("session");
  expect(await check(pooler.port)).toBeUndefined();
  pooler.stop(true);
  const database = await freshDatabase();
  expect(await refuseSharedSessions(database.sql)).toBeUndefined();
  await database.drop();
});

/** DATABASE_URL: what it may say, and what the operator reads when it is wrong. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect as connectSocket, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { readConfig } from "#core/config/config";
import { parseDatabaseUrl } from "#db/address";
import { connect } from "#db/connect";
import { explainConnectionError } from "#db/failure";
import { freshDatabase, type TestDatabase } from "#test/database";

test.each([
  ["postgres://me:secret@db.example.com:6543/app?sslmode=require", { hosts: "db.example.com:6543", ssl: "require" }],
  ["postgresql://me@db/app?sslmode=disable", { hosts: "db", user: "me" }],
  ["postgres:///app?host=/run/postgresql", { socket: { host: "/run/postgresql", port: 5432 } }],
  ["postgres://me@%2Frun%2Fpostgresql:5433/app", { socket: { host: "/run/postgresql", port: 5433 } }],
  ["postgres://me@[::1]:5433/app", { socket: { host: ["::1"], port: 5433 } }],
  ["postgres://me@pooler/app?prepare=false", { pooled: true }],
  ["postgres://one:5432,two:5433/app", { hosts: "one:5432,two:5433" }],
  ["postgres://ann%40work:p%40ss%2Fw%3Ard%23%25@db/app", { user: "ann@work", password: "p@ss/w:rd#%" }],
  ["postgres://me:p@ss:word@db/app", { password: "p@ss:word", hosts: "db" }],
  ["postgres://db/my%20app?application_name=a@b", { database: "my app" }],
  ["postgres://db/app?sslmode=verify-full", { ssl: { rejectUnauthorized: true } }],
])("%s is understood", (address, expected) => {
  expect(parseDatabaseUrl(address)).toMatchObject(expected as never);
});

test.each(["p@ss/w:rd#%", "100%", "a#b", "a/b", "a?b", "%zz", "a@b/c"])(
  "vireo config check names DATABASE_URL and the remedy, and no part of the password %s",
  async (secret) => {
    const { refuse, isValid } = await readConfig({ DATABASE_URL: `postgres://quinn:${secret}@db.example.com/app` });
    expect(isValid).toBe(false);
    expect(() => refuse([])).toThrow(
      "DATABASE_URL must have special characters in the user name and password percent-encoded: % as %25, / as %2F, @ as %40, : as %3A, # as %23, ? as %3F",
    );
  },
);

test.each([
  ["sslmode=full", "sslmode must be one of disable, allow"],
  ["sslrootcert=/ca.pem", "only used with sslmode=verify-full"],
  ["sslmode=verify-full&sslrootcert=/none/ca.pem", "sslrootcert that cannot be read: /none/ca.pem (ENOENT)"],
  [`sslmode=verify-full&sslrootcert=${import.meta.path}`, "not in PEM format"],
  ["max=3", "max must be a whole number of at least 4"],
])("%s is refused", (parameters, message) => {
  expect(() => parseDatabaseUrl(`postgres://me@db/app?${parameters}`)).toThrow(message);
});

describe("a server with TLS", () => {
  let database: TestDatabase;
  let server: Server;
  const sockets = new Set<Socket>();
  let isPlain = false;
  let address = (_: string, __?: string) => "";
  const ca = join(import.meta.dir, "tls/ca.pem");

  beforeAll(async () => {
    database = await freshDatabase();
    const pem = await Bun.file(join(import.meta.dir, "tls/server.pem")).text();
    const { host, port, user, database: name } = database.connection;
    // PostgreSQL offers TLS on TCP only, and the server of the tests has a socket.
    server = createServer((socket) => {
      sockets.add(socket);
      socket.once("data", () => {
        socket.write(isPlain ? "N" : "S");
        if (isPlain) return;
        const secured = new TLSSocket(socket, { isServer: true, key: pem, cert: pem });
        const upstream = connectSocket(`${host}/.s.PGSQL.${port}`);
        secured.pipe(upstream).pipe(secured);
        for (const one of [secured, upstream]) one.on("error", () => socket.destroy());
      });
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port: ownPort } = server.address() as { port: number };
    address = (parameters, at = "localhost") =>
      `postgres://${user}:${database.connection.password}@${at}:${ownPort}/${name}?${parameters}`;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await database.drop();
  });

  async function open(url: string): Promise<unknown> {
    const pool = connect(url, { max: 1 });
    try {
      return [...(await pool.sql`select 1 as echo`)];
    } catch (error) {
      return (explainConnectionError(error, parseDatabaseUrl(url)) as Error).message;
    } finally {
      await pool.close();
    }
  }

  test.each([
    ["sslmode=require", "localhost"],
    ["sslmode=verify-full&sslrootcert=", "localhost"],
    ["sslmode=verify-ca&sslrootcert=", "127.0.0.1"],
    ["sslmode=require&sslrootcert=", "127.0.0.1"],
  ])("lets %s in at %s", async (parameters, at) => {
    expect(await open(address(parameters.replace("sslrootcert=", `sslrootcert=${ca}`), at))).toEqual([{ echo: 1 }]);
  });

  test.each([
    ["sslmode=verify-full", "localhost", "Add sslrootcert=<file"],
    ["sslmode=verify-ca", "localhost", "Add sslrootcert=<file"],
    [`sslmode=verify-full&sslrootcert=${ca}`, "127.0.0.1", "its certificate is for another host name"],
  ])("says what to do for %s at %s", async (parameters, at, message) => {
    const said = await open(address(parameters, at));
    expect(said).toContain("Could not connect to the database at DATABASE_URL");
    expect(said).toContain(message);
    expect(said).not.toContain(database.connection.password!);
  });

  test("is needed for sslmode=require", async () => {
    isPlain = true;
    expect(await open(address("sslmode=require"))).toContain("does not support TLS");
  });
});

test.each([
  ["28000", 'no pg_hba.conf entry for host "::1", user "ann", no encryption', "add sslmode=require"],
  ["28P01", 'password authentication failed for user "ann"', "percent-encoded"],
  ["3D000", 'database "app" does not exist', "Create it"],
  ["42501", "permission denied for schema public", "ALTER SCHEMA public OWNER TO"],
])("a server's refusal %s is explained", (code, message, remedy) => {
  const error = Object.assign(new Error(message), { code, severity: "FATAL" });
  const said = (explainConnectionError(error, { hosts: "db" }) as Error).message;
  expect(said).toContain("the database at DATABASE_URL (db)");
  expect(said).toContain(remedy);
});

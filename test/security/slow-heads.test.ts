/** An attacker opens connections and never finishes the head of a request, or sends it byte by byte. */
import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { createServer } from "#core/http/server";

const server = createServer(
  { host: "127.0.0.1", port: 0 } as never,
  { value: "" },
  async () => {
    await Bun.sleep(6_000);
    return new Response("done");
  },
  1,
);
const { port } = server.listen();
afterAll(() => server.stop());

/** Opens a connection that sends `head`, then `more` again and again. Resolves with what it received before it was closed. */
function open(head: string, more = "", until = /$^/): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), "127.0.0.1");
  let received = "";
  const timers = [
    setTimeout(() => reject(new Error("It stayed open.")), 20_000),
    setInterval(() => more && socket.writable && socket.write(more), 200),
  ];
  const end = () => {
    timers.forEach(clearTimeout);
    socket.destroy();
    resolve(received);
  };
  socket.on("data", (data) => {
    received += data;
    if (until.test(received)) end();
  });
  socket.on("error", () => {});
  socket.on("close", end);
  if (head) socket.write(head);
  return promise;
}

test("such connections are closed after the time limit, and a request that takes longer is answered", async () => {
  const head = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  const all = await Promise.all([open(""), open(head), open(head, "X: 1\r\n"), open(`${head}\r\n`, "", /done$/)]);
  expect(all.slice(0, 3)).toEqual(["", "", ""]);
  expect(all[3]).toContain("200 OK");
});

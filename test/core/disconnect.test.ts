/** Clients that go away while they send a body, as phones do. */
import { expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { startApp } from "#test/app";
import { until } from "#test/until";

const FORM =
  'multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.ttf"\r\n\r\n\0\x01\0\0';

const TOKEN = "metrics-token-0123456789";

test.each([
  ["/api/v1/personas", 'application/json\r\n\r\n{"name":'],
  ["/api/v1/fonts", FORM],
])("half a body for %s is no fault of the server", async (path, rest) => {
  const app = await startApp({}, undefined, { PORT: "0", METRICS_TOKEN: TOKEN });
  const log = spyOn(app.vireo.log, "error");
  const { hostname, port } = await app.vireo.listen();
  const { key } = await app.account();
  const socket = connect(Number(port), hostname);
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Length: 9000`;
  socket.write(`${head}\r\nContent-Type: ${rest}`, () => socket.end());
  const headers = { authorization: `Bearer ${TOKEN}` };
  await until(async () => {
    const response = await app.vireo.handle(new Request("http://localhost/metrics", { headers }));
    return (await response.text()).includes(`route="${path}",status="400"`);
  });
  expect(log.mock.calls).toEqual([]);
  await app.stop();
});

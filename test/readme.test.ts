/** The README stays short, and what it tells a reader to type exists. */
import { expect, test } from "bun:test";
import { operations } from "#sdk/client/operations";

const readme = await Bun.file(new URL("../README.md", import.meta.url)).text();
const shell = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);

/** Each `curl` of the README: its method, and its path as a pattern. */
const calls = shell
  .join("\n")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.startsWith("curl "))
  .map((line) => ({
    line,
    method: /-X (\w+)/.exec(line)?.[1] ?? (/ -d /.test(line) ? "POST" : "GET"),
    path: /\$API(\/\S+)/.exec(line)?.[1]?.replace(/\$\w+/g, "{id}"),
    body: / -d '(.*)'/.exec(line)?.[1]?.replace(/'\$\w+'/g, "id"),
  }));

type Operation = readonly [method: string, path: string, ...rest: string[]];
type Tree = { [name: string]: Tree | Operation };

function flatten(tree: Tree | Operation): string[] {
  if (Array.isArray(tree)) return [`${tree[0]} ${tree[1]}`];
  return Object.values(tree as Tree).flatMap(flatten);
}
/** The event stream is not in the client's table: `vireo.events()` is written by hand. */
const documented = ["GET /api/v1/events", ...flatten(operations as unknown as Tree)];
const routes = new Set(documented.map((route) => route.replace(/\{\w+\}/g, "{id}")));

test("the README has at most 150 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});

test("the README starts and tests Vireo with these commands", () => {
  const commands = shell.flatMap((block) => block.split("\n")).filter((line) => line.startsWith("npx "));
  expect(commands.map((line) => line.replace(/\s*#.*/, ""))).toEqual([
    "npx -y bun@1.4.5 run start",
    "npx -y bun@1.4.5 run test",
  ]);
});

test("every curl call of the README is an operation of the API, with JSON for a body", () => {
  expect(calls.length).toBeGreaterThanOrEqual(5);
  for (const { method, path, body } of calls) {
    expect(routes).toContain(`${method} /api/v1${path}`);
    if (body !== undefined) expect(() => JSON.parse(body)).not.toThrow();
  }
});

test("the routes that the README mentions exist", () => {
  const mentioned = [...readme.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)];
  expect(mentioned.length).toBeGreaterThan(3);
  for (const [, method, path] of mentioned)
    expect(routes).toContain(`${method} /api/v1${path!.replaceAll(/\{\w+\}/g, "{id}")}`);
});

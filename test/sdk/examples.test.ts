/** The examples in the comments of the SDK are true: each `@example` is a call with its result. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../../sdk");
const EXAMPLE = /^ \* @example (.+); \/\/ (.+)$/gm;

const examples: { file: string; call: string; result: string }[] = [];
for (const file of new Bun.Glob("**/*.ts").scanSync(root)) {
  const text = await Bun.file(join(root, file)).text();
  const found = [...text.matchAll(EXAMPLE)].map(([, call = "", result = ""]) => ({ file, call, result }));
  if (found.length !== (text.match(/^ \* @example/gm) ?? []).length)
    throw new Error(`An @example of ${file} has no result.`);
  examples.push(...found);
}

test.each(examples)("$file: $call", async ({ file, call, result }) => {
  const own = await import(join(root, file));
  const evaluate = (code: string) => new Function(...Object.keys(own), `return (${code})`)(...Object.values(own));
  expect(evaluate(call)).toEqual(evaluate(result));
});

test("most helpers have an example", () => {
  expect(examples.length).toBeGreaterThan(50);
});

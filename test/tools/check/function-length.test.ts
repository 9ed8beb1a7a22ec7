import { describe, expect, test } from "bun:test";
import { findLongFunctions } from "#tools/check/function-length";

const repeat = (line: string, times: number) => Array.from({ length: times }, () => line).join("\n");
const find = (source: string) => findLongFunctions("planted.ts", source);

describe("function length", () => {
  test("a function of 80 lines passes, one of 81 is named with its line", () => {
    expect(find(`function fits() {\n${repeat("  step();", 78)}\n}`)).toEqual([]);
    expect(find(`\nfunction long() {\n${repeat("  step();", 79)}\n}`)).toEqual([
      { file: "planted.ts", line: 2, name: "long", lines: 81 },
    ]);
  });

  test("arrow functions and methods carry the name they are given", () => {
    const body = `{\n${repeat("  step();", 90)}\n}`;
    expect(find(`const arrow = () => ${body};`)[0]?.name).toBe("arrow");
    expect(find(`const table = { entry: async () => ${body} };`)[0]?.name).toBe("entry");
    expect(find(`class Runner { start() ${body} }`)[0]?.name).toBe("start");
  });

  test("nested functions count in the function around them", () => {
    const nested = `const inner = () => {\n${repeat("  step();", 50)}\n};\n`;
    expect(find(`function factory() {\n${nested}${nested}}`).map(({ name }) => name)).toEqual(["factory"]);
  });

  test("literals without functions do not count", () => {
    const rows = repeat('  { name: "a" },', 100);
    expect(find(`function schema() {\n  return [\n${rows}\n  ];\n}`)).toEqual([]);
    expect(find(`function handlers() {\n  return {\n${repeat("  a: () => 1,", 100)}\n  };\n}`)).toHaveLength(1);
  });

  test("a route table does not count, a long handler in it does", () => {
    const route = (lines: number) => `.get("/a", () => {\n${repeat("  step();", lines)}\n})\n`;
    expect(find(`const routes = () => router()\n${route(40)}${route(40)}${route(40)};`)).toEqual([]);
    expect(find(`const routes = () => router()\n${route(40)}${route(90)};`)).toHaveLength(1);
    expect(find(`const work = () => {\n  cache.get(key, () => {\n${repeat("  step();", 90)}\n  });\n};`)).toHaveLength(
      2,
    );
  });
});

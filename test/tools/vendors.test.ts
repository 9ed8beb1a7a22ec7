import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareTypes } from "#tools/vendors/compare";
import { sources } from "#tools/vendors/sources";
import manifest from "../../package.json";

const root = join(import.meta.dir, "../..");

describe("the versions that adapters were checked against", () => {
  const installed: Record<string, string> = manifest.devDependencies;
  const rows = new Map(
    readFileSync(join(root, "docs/vendors.md"), "utf8")
      .matchAll(/^\| `([\w-]+)` \| (\d{4}-\d\d-\d\d) \|/gm)
      .map(([, name = "", date = ""]) => [name, date] as const),
  );

  test.each(Object.entries(sources))(
    "%s: the documents and the installed types say the same",
    (name, { checkedOn, types }) => {
      expect([name, rows.get(name)]).toEqual([name, checkedOn]);
      const own = types && installed[types.package];
      if (own) expect([name, types.version]).toEqual([name, own]);
    },
  );

  test("every vendor in the documents has one", () => {
    expect(Object.keys(sources).sort()).toEqual([...rows.keys()].sort());
  });
});

describe("what a newer version of types changes", () => {
  test("is shown by lines; comments, order and indentation do not count", () => {
    const before = "/** Old words. */\ninterface A {\n  one: string;\n  two: number; // why\n}\n";
    const after = "interface A {\n    two: number;\n    three?: boolean;\n}\n";
    expect(compareTypes(before, after)).toEqual({ added: ["three?: boolean;"], removed: ["one: string;"] });
    expect(compareTypes(before, before.replace("Old", "New"))).toEqual({ added: [], removed: [] });
  });
});

test("without a network, newer versions are not known, and that is no failure", async () => {
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, "tools/vendors", "--newer"], {
    cwd: root,
    env: { ...process.env, npm_config_registry: "http://127.0.0.1:1/", BUN_CONFIG_REGISTRY: "http://127.0.0.1:1/" },
  });
  expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining("cannot be reached")]);
});

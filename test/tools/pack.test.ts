/** The life of a plug-in outside the repository: created, installed, compiled, tested, and loaded into the binary. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { builtBinary, client, endAll, launch } from "#test/binary";

const root = join(import.meta.dir, "../..");
const bun = process.execPath;
let home: string;
let plugin: string;

function run(command: string[], cwd: string) {
  // Nothing of this test run's environment: the author has none of it.
  const env = { PATH: process.env.PATH, HOME: home };
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env });
  return { exitCode, output: `${stdout}${stderr}` };
}

/**
 * Installs the package without a network: it is unpacked, and its dependencies are links to ours.
 * An author's `bun install` fetches the same versions from the registry.
 */
async function install(tarball: string, folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "vireo"), { recursive: true });
  expect(run(["tar", "xzf", tarball, "--strip-components=1", "-C", join(modules, "vireo")], folder).exitCode).toBe(0);
  const { dependencies, optionalDependencies } = await Bun.file(join(modules, "vireo/package.json")).json();
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), "typescript", "bun-types"]) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, "node_modules", name), join(modules, name));
  }
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "vireo-author-"));
  plugin = join(home, "colours");
  const packed = run([bun, join(root, "tools/pack/index.ts")], root);
  const tarball = packed.output.trim().split("  ")[0]!;
  expect(packed).toEqual({ exitCode: 0, output: expect.stringContaining(".tgz") });
  expect(Bun.file(tarball).size).toBeLessThan(3_000_000);
  const created = run([bun, join(root, "cli/main.ts"), "plugin", "new", "colours"], home);
  expect(created).toEqual({ exitCode: 0, output: expect.stringContaining("Created colours") });
  await install(tarball, plugin);
});
afterAll(async () => {
  await endAll();
  await rm(home, { recursive: true, force: true });
});

describe("a new plug-in in a folder of its own", () => {
  // One run of the compiler shows both.
  test("compiles under --strict, and a mistake is found", async () => {
    const source = 'import { EngineError } from "vireo/engine";\nexport const error = new EngineError(1);\n';
    await Bun.write(join(plugin, "mistake.ts"), source);
    const { exitCode, output } = run(
      [join(root, "node_modules/.bin/tsc"), "--checkers", "1", "-p", ".", "--pretty", "false"],
      plugin,
    );
    await rm(join(plugin, "mistake.ts"));
    expect(exitCode).not.toBe(0);
    const errors = output.trimEnd().split(/\n(?!\s)/);
    expect(errors).toEqual([expect.stringMatching(/^mistake\.ts\(2,22\): error /)]);
  });

  test("passes its conformance suite and its tests in a running Vireo", () => {
    const { exitCode, output } = run([bun, "test"], plugin);
    expect(output).toContain("its engine makes an image");
    expect(output).toContain(" 0 fail");
    expect(exitCode).toBe(0);
  });

  test("is checked, loaded and served by the binary, with the binary's own classes", async () => {
    const source = `import { notFound } from "vireo/errors";
      import { defineModule } from "vireo/module";
      export default defineModule({
        name: "lost",
        start: ({ router }) => ({ routes: router().get("", () => { throw notFound("colour"); }, { auth: "any" }) }),
      });`;
    await Bun.write(join(plugin, "lost.ts"), source);
    const { path } = await builtBinary();
    const checked = run([path, "plugin", "check", "."], plugin);
    expect(checked).toEqual({
      exitCode: 0,
      output: expect.stringContaining("The plug-in colours works: engine colours"),
    });

    const server = await launch(path, plugin, { PATH: process.env.PATH!, VIREO_PLUGINS: "./index.ts,./lost.ts" });
    const api = client(server, server.key);
    expect(await api("GET", "/api/v1/colours")).toEqual({ status: 200, body: { message: "Hello from colours." } });
    const lost = await api("GET", "/api/v1/lost");
    expect(lost.status).toBe(404);
    expect(lost.body.detail).toContain("Colour");
  }, 600_000);
});

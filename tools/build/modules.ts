import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "./targets";

const repository = join(import.meta.dir, "../..");

/** Whether the build runs where the program is to run. */
export const isOurs = ({ os, cpu }: Target) => os === process.platform && cpu === process.arch;

/** A node_modules with the target's packages: our own where it is this platform, else one made from the same lock file. */
export async function modulesFor(target: Target, folder: string): Promise<string> {
  if (isOurs(target)) return join(repository, "node_modules");
  const { name, os, cpu } = target;
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const manifests = new Bun.Glob("plugins/*/package.json").scanSync({ cwd: repository });
  for (const path of ["package.json", "bun.lock", "bunfig.toml", "patches", ...manifests])
    cpSync(join(repository, path), join(home, path), { recursive: true });
  const install = Bun.spawn(
    [
      process.execPath,
      "install",
      "--frozen-lockfile",
      "--production",
      "--ignore-scripts",
      `--os=${os}`,
      `--cpu=${cpu}`,
    ],
    { cwd: home, stdin: "ignore", stdout: "ignore", stderr: "inherit" },
  );
  if ((await install.exited) !== 0) throw new Error(`The packages for ${name} could not be installed.`);
  return join(home, "node_modules");
}

import { join } from "node:path";
import type { Command } from "#core/command";
import type { Module } from "#core/module";

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

const create: Command = {
  name: "plugin new",
  summary: "Create a plug-in with an engine, a route and tests",
  arguments: [{ name: "name", description: "Name of the plug-in and of its folder: a-z, 0-9 and -." }],
  options: {
    in: { type: "text", value: "folder", description: "Where to create it. Default: the current directory." },
  },
  examples: ["vireo plugin new gradients"],
  isPlain: true,
  async run({ arguments: { name = "" }, options, out }) {
    if (!NAME.test(name)) throw new Error(`"${name}" is not a valid name. Use a-z, 0-9 and -, starting with a letter.`);
    const [{ scaffoldPlugin }, { version }] = await Promise.all([
      import("../plugin/scaffold"),
      import("#core/version"),
    ]);
    const folder = join(String(options.in ?? "."), name);
    const files = await scaffoldPlugin(folder, name, version);
    out.result({ folder, files }, `Created ${folder} with ${files.join(", ")}.\nIts README.md lists the next steps.`);
  },
};

const check = (
  loadBuiltIn: () => Promise<readonly Module[]>,
  listKernelCommands: () => readonly Command[],
): Command => ({
  name: "plugin check",
  summary: "Load a plug-in and start it on a temporary database, without a server",
  description:
    "Checks facts, settings, migrations, prefixes, routes and engines. Settings are read from the environment. Exits with 1 if the plug-in does not work.",
  arguments: [{ name: "path", description: "The plug-in's file or folder." }],
  examples: ["vireo plugin check ./gradients"],
  isPlain: true,
  async run({ arguments: { path = "" }, out }) {
    const [{ checkPlugin }, builtIn] = await Promise.all([import("../plugin/check"), loadBuiltIn()]);
    const report = await checkPlugin(path, builtIn, listKernelCommands());
    const parts = report.provides.length > 0 ? `: ${report.provides.join(", ")}` : "";
    const lines = [
      `The plug-in ${report.name} works${parts}.`,
      ...report.warnings.map((warning) => `note  ${warning}`),
    ];
    out.result({ ok: true, ...report }, lines.join("\n"));
  },
});

export const pluginCommands = (
  loadBuiltIn: () => Promise<readonly Module[]>,
  listKernelCommands: () => readonly Command[],
): readonly Command[] => [create, check(loadBuiltIn, listKernelCommands)];

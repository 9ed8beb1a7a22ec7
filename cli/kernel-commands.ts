import type { Command } from "#core/command";
import type { Module } from "#core/module";
import { createClientCommands } from "./client/index";
import { configCommands } from "./commands/config";
import { doctorCommand } from "./commands/doctor";
import { commands } from "./commands/index";
import { pluginCommands } from "./commands/plugin";
import { serveCommand } from "./serve-command";
import { workerCommand } from "./worker-command";

/** Lists the kernel's commands, in the order of the help page. */
export const getKernelCommands = (builtIn: () => Promise<readonly Module[]>): readonly Command[] => [
  serveCommand(builtIn),
  workerCommand(builtIn),
  doctorCommand(builtIn),
  ...configCommands(builtIn),
  ...commands,
  ...pluginCommands(builtIn, () => getKernelCommands(builtIn)),
  ...createClientCommands(() => getKernelCommands(builtIn)),
];

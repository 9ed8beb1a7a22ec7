import type { Command } from "#core/command";
import { accounts } from "./accounts";
import { backup } from "./backup";
import { backups } from "./backups";
import { credits } from "./credits";
import { exportAccount } from "./export";
import { health } from "./health";
import { keys } from "./keys";
import { migrate } from "./migrate";
import { restore } from "./restore";
import { secrets } from "./secrets";

const version: Command = {
  name: "version",
  summary: "Print the version",
  isPlain: true,
  async run({ out }) {
    const { version } = await import("#core/version");
    out.result({ version }, version);
  },
};

/** Kernel commands, in the order of the help page. */
export const commands: readonly Command[] = [
  ...[migrate, ...keys, ...accounts, ...credits],
  ...[backup, ...backups, restore, exportAccount, ...secrets, health, version],
];

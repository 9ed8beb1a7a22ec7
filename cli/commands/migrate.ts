import type { Command } from "#core/command";
import { migrationLines } from "#core/database/migrations";
import { contract } from "#db/replicas";

export const migrate: Command = {
  name: "migrate",
  summary: "Bring the database up to date",
  description:
    "The server does this by itself at its start; a deployment may want to do it before. What takes something away waits until no server of an older version is at work.",
  async run({ out, vireo: { migrated, db, modules } }) {
    const { applied, waiting } = await contract(db, migrationLines(modules));
    const names = [...migrated, ...applied].map(({ module, name }) => `${module}/${name}`);
    const lines = [names.length === 0 ? "Nothing to do: the database is up to date." : `Applied ${names.join(", ")}.`];
    for (const { module, name, versions } of waiting) {
      lines.push(`${module}/${name} waits: servers of version ${versions.join(", ")} still use what it takes away.`);
    }
    out.result({ applied: names, waiting }, lines.join("\n"));
  },
};

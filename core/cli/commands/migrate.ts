import type { Command } from "#core/command";

export const migrate: Command = {
  name: "migrate",
  summary: "Bring the database up to date",
  description: "The server does this by itself at its start; a deployment may want to do it before.",
  async run({ out, vireo: { migrated } }) {
    const names = migrated.map(({ module, name }) => `${module}/${name}`);
    out.result(
      { applied: names },
      names.length === 0 ? "Nothing to do: the database is up to date." : `Applied ${names.join(", ")}.`,
    );
  },
};

import type { Command } from "#core/command";
import { collectMigrations } from "#core/database/migrations";
import { applyContractions } from "#db/replicas";

export const migrate: Command = {
  name: "migrate",
  creates: "database",
  summary: "Apply pending database migrations",
  description:
    "The server applies migrations when it starts; run this command to apply them earlier in a deployment. Migrations that remove columns or tables wait until no older server is running.",
  async run({ out, vireo: { migrated, db, modules } }) {
    const { applied, waiting } = await applyContractions(db, collectMigrations(modules));
    const names = [...migrated, ...applied].map(({ module, name }) => `${module}/${name}`);
    const lines = [names.length === 0 ? "The database is up to date." : `Applied ${names.join(", ")}.`];
    for (const { module, name, versions } of waiting) {
      lines.push(`${module}/${name} is waiting: servers of version ${versions.join(", ")} still need what it removes.`);
    }
    out.result({ applied: names, waiting }, lines.join("\n"));
  },
};

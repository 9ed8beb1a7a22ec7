import type { Command } from "#core/command";

const wordOf = (option: string, { type, value = "value" }: NonNullable<Command["options"]>[string]) =>
  type === "boolean" ? `--${option}` : `--${option} <${value}>`;

const columns = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join("\n");
};

/** The list of all commands. */
export const overview = (
  commands: readonly Command[],
): string => `Vireo: a self-hosted API for short-form marketing media

Usage: vireo [command] [options]

${columns(commands.map(({ name, summary }) => [name, summary] as const))}

"vireo <command> --help" says more. Every command takes --json for programs.
Exit codes: 0 done, 1 failed, 2 not understood.
Settings come from the environment and from vireo.config.ts; README.md lists them.
Commands work beside a running server: they join its database.
`;

/** Everything about one command. */
export function helpOf({
  name,
  summary,
  description,
  arguments: takes = [],
  options = {},
  examples = [],
}: Command): string {
  const words = takes.map((one) => (one.optional ? `[${one.name}]` : `<${one.name}>`));
  const all = [
    ...Object.entries(options).map(([option, one]) => {
      const marks = [one.required ? "required" : "", one.several ? "may be given several times" : ""].filter(Boolean);
      return [wordOf(option, one), one.description + (marks.length ? ` (${marks.join(", ")})` : "")] as const;
    }),
    ["--json", "One JSON value on stdout."] as const,
  ];
  return [
    summary,
    `Usage: vireo ${[name, ...words, "[options]"].join(" ")}`,
    ...(description ? [description] : []),
    ...(takes.length ? [columns(takes.map((one) => [`<${one.name}>`, one.description] as const))] : []),
    columns(all),
    ...(examples.length ? [`Examples:\n${examples.map((line) => `  ${line}`).join("\n")}`] : []),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

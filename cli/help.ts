import type { Command } from "#core/command";

const formatFlag = (option: string, { type, value = "value" }: NonNullable<Command["options"]>[string]) =>
  type === "boolean" ? `--${option}` : `--${option} <${value}>`;

const formatColumns = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join("\n");
};

/** Renders the help page with all commands. */
export const formatOverview = (
  commands: readonly Command[],
): string => `Vireo is a self-hosted API for short-form marketing media.

Usage: vireo [command] [options]

Commands:
${formatColumns(commands.map(({ name, summary }) => [name, summary] as const))}

Options:
${formatColumns([
  ["--env-file <path>", "Read environment variables from a file; variables already set take precedence"],
  ["--help", "Show help for a command"],
  ["--json", "Print one JSON value, for scripts"],
  ["--version", "Print the version"],
])}

Exit codes: 0 success, 1 failure, 2 usage error.
Settings come from environment variables and vireo.config.ts; see docs/configuration.md.
Commands can run while the server is running, except restore, secrets reset, and secrets rotate without VIREO_SECRET_KEY.
`;

/** Lists the commands of a group such as "keys", one per line. */
export const formatGroup = (commands: readonly Command[]): string =>
  `${formatColumns(commands.map(({ name, summary }) => [`vireo ${name}`, summary] as const))}\n`;

/** Renders the help page of one command. */
export function formatHelp({
  name,
  summary,
  description,
  arguments: parameters = [],
  options = {},
  examples = [],
}: Command): string {
  const usage = parameters.map((parameter) => (parameter.optional ? `[${parameter.name}]` : `<${parameter.name}>`));
  const flags = [
    ...Object.entries(options).map(([option, one]) => {
      const notes = [one.required ? "required" : "", one.repeatable ? "repeatable" : ""].filter(Boolean);
      return [formatFlag(option, one), one.description + (notes.length ? ` (${notes.join(", ")})` : "")] as const;
    }),
    ["--json", "Print one JSON value, for scripts"] as const,
  ];
  return `${[
    summary,
    `Usage: vireo ${[name, ...usage, "[options]"].join(" ")}`,
    ...(description ? [description] : []),
    ...(parameters.length
      ? [
          `Arguments:\n${formatColumns(parameters.map((parameter) => [`<${parameter.name}>`, parameter.description] as const))}`,
        ]
      : []),
    `Options:\n${formatColumns(flags)}`,
    ...(examples.length ? [`Examples:\n${examples.map((line) => `  ${line}`).join("\n")}`] : []),
  ].join("\n\n")}\n`;
}

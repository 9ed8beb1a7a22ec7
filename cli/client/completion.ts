import type { Command } from "#core/command";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * Completion scripts. Each calls `vireo complete`, which prints one candidate per line, followed by a tab and its
 * description.
 */
const scripts: Readonly<Record<Shell, string>> = {
  bash: `_vireo() {
  local IFS=$'\\n' words
  words=($(vireo complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
  COMPREPLY=($(compgen -W "\${words[*]}" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _vireo vireo
`,
  zsh: `#compdef vireo
_vireo() {
  local -a lines
  lines=("\${(@f)$(vireo complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  lines=("\${(@)\${lines[@]//:/\\\\:}/$'\\t'/:}")
  _describe vireo lines || _files
}
compdef _vireo vireo
`,
  fish: `complete -c vireo -f -a '(vireo complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

export const getCompletionScript = (shell: Shell): string => scripts[shell];

/** Lists candidates for the word being typed, each with a description. */
export function complete(commands: readonly Command[], words: readonly string[]): [word: string, about: string][] {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const belongsToCommand = (command: Command) => command.name.split(" ").every((word, at) => before[at] === word);
  const command = commands.filter(belongsToCommand).toSorted((a, b) => b.name.length - a.name.length)[0];
  const completions = command
    ? completeOption(command, before.at(-1) ?? "")
    : commands.flatMap(({ name, summary }): [string, string][] => {
        const parts = name.split(" ");
        const next = parts[before.length];
        if (next === undefined || !before.every((word, at) => parts[at] === word)) return [];
        return [
          [next, parts.length === before.length + 1 ? summary : `${parts.slice(0, before.length + 1).join(" ")} …`],
        ];
      });
  return [...new Map(completions.toReversed()).entries()].toReversed().filter(([word]) => word.startsWith(typed));
}

/** Lists the choices of the preceding option, or else the options. */
function completeOption({ options = {} }: Command, previous: string): [string, string][] {
  const option = previous.startsWith("--") ? options[previous.slice(2)] : undefined;
  if (option && option.type !== "boolean") {
    const [, choices = ""] = /One of: (.*?)\.(?: |$)/.exec(option.description) ?? [];
    return choices ? choices.split(", ").map((choice) => [choice, ""]) : [];
  }
  return Object.entries({ ...options, json: { description: "Print one JSON value, for scripts" } }).map(
    ([name, { description }]) => [`--${name}`, description.split(". ")[0] ?? ""],
  );
}

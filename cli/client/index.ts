/** Client commands: one for each operation of a server, built from its OpenAPI document. */
import { toPrintable } from "#cli/output";
import { UsageError } from "#cli/parse";
import { ask } from "#cli/passphrase";
import type { Command, CommandOption } from "#core/command";
import { callOperation } from "./call";
import { complete, getCompletionScript, SHELLS, type Shell } from "./completion";
import { loadDocument, readCachedDocument } from "./document";
import { describeOptions, getOption, listRemoteOperations, listShortNames, type RemoteOperation } from "./operations";
import { findProfile, getProfilesFile, readProfiles, writeProfiles } from "./profiles";

const profileOption: Record<string, CommandOption> = {
  profile: { type: "text", value: "name", description: "Server to call, as named at vireo login" },
};

/** Creates the command of an operation under the given name. */
function toCommand(name: string, operation: RemoteOperation): Command {
  const { ids, main, input, fields, canWait, hasFile } = operation;
  return {
    name,
    summary: operation.summary,
    description: operation.description,
    isPlain: true,
    arguments: [
      ...ids,
      ...(input === "file" ? [{ name: "file", description: "File to upload" }] : []),
      ...(main ? [{ name: getOption(main), description: main.description, optional: true }] : []),
    ],
    options: {
      ...describeOptions(operation),
      ...(fields.length > 0 && input === "body"
        ? {
            data: { type: "text", value: "json", description: "The whole body as JSON, @file or - for standard input" },
          }
        : {}),
      ...(canWait ? { wait: { type: "boolean", description: "Wait for the result" } } : {}),
      ...(hasFile ? { output: { type: "text", value: "file", description: "Save the media to this file" } } : {}),
      ...profileOption,
    },
    async run(call) {
      const profile = await findProfile(call.options.profile as string | undefined);
      if (!profile) throw new Error('Sign in first: "vireo login <url>".');
      return callOperation(operation, profile, call);
    },
  };
}

/** Returns the profile name in the arguments, which decides which server's commands are available. */
const readProfileName = (args: readonly string[]): string | undefined => {
  const at = args.indexOf("--profile");
  return at < 0 ? args.find((argument) => argument.startsWith("--profile="))?.slice("--profile=".length) : args[at + 1];
};

/** Finds the command of an operation, by its name or any unambiguous ending of it. The prefix `api` is optional. */
export async function findClientCommand(args: readonly string[]): Promise<Command | undefined> {
  const words = args[0] === "api" ? args.slice(1) : args;
  const profile = await findProfile(readProfileName(args));
  if (!profile || words.length === 0) return undefined;
  const document = await loadDocument(profile.url).catch((error: Error) => {
    if (args[0] === "api") throw error;
    process.stderr.write(`${toPrintable(error.message)}\n`);
  });
  if (!document) return undefined;
  const names = listShortNames(listRemoteOperations(document));
  const prefix = args[0] === "api" ? "api " : "";
  for (let count = Math.min(words.length, 6); count > 0; count--) {
    const name = words.slice(0, count).join(" ");
    const operation = names.get(name);
    if (operation) return toCommand(prefix + name, operation);
  }
  return undefined;
}

/** Lists the commands of the cached operations under their full names. None without a profile. */
export async function listClientCommands(): Promise<Command[]> {
  const profile = await findProfile().catch(() => undefined);
  const document = profile && (await readCachedDocument(profile.url));
  return document ? listRemoteOperations(document).map((operation) => toCommand(operation.name, operation)) : [];
}

const login: Command = {
  name: "login",
  summary: "Sign in to a server to call its API from the command line",
  description: `Prompts for an API key, or reads it from VIREO_API_KEY. Profiles are stored in ${getProfilesFile()}.`,
  isPlain: true,
  arguments: [{ name: "url", description: "URL of the server" }],
  options: { profile: { type: "text", value: "name", description: "Name of the server. Default: its host" } },
  examples: ["vireo login https://vireo.example.com", "VIREO_API_KEY=vireo_… vireo login http://127.0.0.1:3000"],
  async run({ arguments: { url = "" }, options, out }) {
    const address = url.includes("://") ? url : `https://${url}`;
    if (!URL.canParse(address)) throw new UsageError(`"${url}" is not a URL such as https://vireo.example.com.`);
    const { origin, host } = new URL(address);
    const operations = listRemoteOperations(await loadDocument(origin));
    const apiKey = process.env.VIREO_API_KEY || (await readKey());
    const response = await fetch(`${origin}/api/v1/models`, { headers: { authorization: `Bearer ${apiKey}` } });
    if (response.status === 401) throw new Error("The API key is invalid or has expired.");
    const name = String(options.profile ?? host);
    const { profiles } = await readProfiles();
    await writeProfiles({ current: name, profiles: { ...profiles, [name]: { url: origin, apiKey } } });
    out.result(
      { profile: name, url: origin },
      `Signed in to ${origin}. ${operations.length} operations: see "vireo api".`,
    );
  },
};

async function readKey(): Promise<string> {
  const text = process.stdin.isTTY ? await ask("API key: ") : await Bun.stdin.text();
  if (!text.trim()) throw new Error("Set VIREO_API_KEY to an API key of the server.");
  return text.trim();
}

const logout: Command = {
  name: "logout",
  summary: "Sign out of a server and delete its stored API key",
  isPlain: true,
  options: profileOption,
  async run({ options, out }) {
    const { current, profiles } = await readProfiles();
    const name = String(options.profile ?? current ?? "");
    if (!profiles[name]) throw new Error("You are not signed in to a server.");
    const { [name]: _forgotten, ...others } = profiles;
    const [next] = Object.keys(others);
    await writeProfiles({
      profiles: others,
      ...(current !== name && current ? { current } : next ? { current: next } : {}),
    });
    out.result({ profile: name }, `Signed out of ${name}. The key is still valid; revoke it on the server.`);
  },
};

const completion: Command = {
  name: "completion",
  summary: "Print a shell completion script",
  isPlain: true,
  arguments: [{ name: "shell", description: SHELLS.join(", ") }],
  examples: [
    "source <(vireo completion bash)",
    "vireo completion zsh > ~/.zfunc/_vireo",
    "vireo completion fish > ~/.config/fish/completions/vireo.fish",
  ],
  async run({ arguments: { shell = "" } }) {
    if (!SHELLS.includes(shell as Shell)) throw new UsageError(`Choose one of ${SHELLS.join(", ")}.`);
    process.stdout.write(getCompletionScript(shell as Shell));
  },
};

/** Commands of the client itself. `local` lists the program's other commands, for completion. */
export const createClientCommands = (local: () => readonly Command[]): readonly Command[] => [
  login,
  logout,
  completion,
  {
    name: "api",
    summary: "List the operations of the current server as commands",
    isPlain: true,
    options: profileOption,
    async run({ options, out }) {
      const profile = await findProfile(options.profile as string | undefined);
      if (!profile) throw new Error('Sign in first: "vireo login <url>".');
      const rows = listRemoteOperations(await loadDocument(profile.url)).map(({ name, summary }) => ({
        name,
        summary,
      }));
      out.list(rows, { name: "COMMAND", summary: "" });
    },
  },
  {
    name: "complete",
    summary: "",
    isPlain: true,
    isHidden: true,
    arguments: Array.from({ length: 20 }, (_, at) => ({ name: `word${at}`, description: "", optional: true })),
    async run({ arguments: words }) {
      const typed = Object.values(words).filter((word) => word !== undefined);
      const commands = [...local(), ...(await listClientCommands())].filter((command) => !command.isHidden);
      process.stdout.write(
        complete(commands, typed)
          .map((line) => `${line.map(toPrintable).join("\t")}\n`)
          .join(""),
      );
    },
  },
];

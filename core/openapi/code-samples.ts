import type { Example } from "#core/examples";
import type { ClientPlace } from "#core/openapi/client-names";
import type { Json } from "#core/openapi/schema";

/** Name of the typed client's package, built by `bun run pack`. */
const PACKAGE = "vireo-client";

interface Call {
  method: string;
  /** URL with placeholders: `https://…/videos/{videoId}`. */
  url: string;
  /** Public origin of the server. */
  origin: string;
  isPublic: boolean;
  /** API version to send, if it is not the latest. */
  version: string | undefined;
  example: Example;
  /** Undefined if the typed client does not support this version. */
  place: ClientPlace | undefined;
  isStream: boolean;
}

/** Shows the same call with curl, the typed client and Python. */
export const writeCodeSamples = (call: Call): Json[] => [
  { lang: "Shell", label: "curl", source: writeCurl(call) },
  ...(call.place ? [{ lang: "TypeScript", label: "TypeScript", source: writeTypeScript(call, call.place) }] : []),
  { lang: "Python", label: "Python", source: writePython(call) },
];

const fillUrl = ({ url, example: { path = {} } }: Call) =>
  url.replace(/\{(\w+)\}/g, (whole, name: string) => (path[name] ? encodeURIComponent(path[name]) : whole));

const toSearch = (query: Example["query"]) =>
  query ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}` : "";

function writeCurl(call: Call): string {
  const { method, example, isPublic, version, isStream } = call;
  const hasBody = example.body !== undefined;
  const verb = method === (hasBody || example.file ? "POST" : "GET") ? "" : `-X ${method} `;
  const lines = [
    `curl ${isStream ? "-N " : ""}${verb}"${fillUrl(call)}${toSearch(example.query)}"`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $VIREO_API_KEY"']),
    ...(version ? [`-H "Service-Version: ${version}"`] : []),
    ...(hasBody ? ['-H "Content-Type: application/json"'] : []),
    ...(hasBody ? [`-d '${JSON.stringify(example.body, null, 2).replaceAll("'", `'\\''`)}'`] : []),
    ...(example.file ? [`-F "file=@${example.file}"`] : []),
  ];
  return lines.join(" \\\n  ");
}

function writeTypeScript({ example, origin, isPublic, isStream }: Call, { group, name }: ClientPlace): string {
  const input = example.body ?? example.query;
  const parameters = [
    ...Object.values(example.path ?? {}).map((id) => JSON.stringify(id)),
    ...(input === undefined ? [] : [toLiteral(input, TYPESCRIPT)]),
    ...(example.file ? ["form"] : []),
  ];
  const key = isPublic ? "" : ", apiKey: process.env.VIREO_API_KEY";
  const call = `vireo.${[...group, name].join(".")}(${parameters.join(", ")})`;
  return [
    ...(example.file ? ['import { openAsBlob } from "node:fs";'] : []),
    `import { createClient } from "${PACKAGE}";\n`,
    ...(example.file
      ? ["const form = new FormData();", `form.append("file", await openAsBlob("${example.file}"), "${example.file}");`]
      : []),
    `const vireo = createClient({ baseUrl: ${JSON.stringify(origin)}${key} });`,
    isStream
      ? "for await (const event of vireo.events()) console.log(event);"
      : example.response === undefined
        ? `await ${call};`
        : `console.log(await ${call});`,
  ].join("\n");
}

function writePython(call: Call): string {
  const { method, example, isPublic, version, isStream } = call;
  const headers = [
    ...(isPublic ? [] : [`"Authorization": f"Bearer {os.environ['VIREO_API_KEY']}"`]),
    ...(version ? [`"Service-Version": "${version}"`] : []),
  ];
  const parameters = [
    JSON.stringify(fillUrl(call)),
    ...(headers.length > 0 ? [`headers={${headers.join(", ")}}`] : []),
    ...(example.query ? [`params=${toLiteral(example.query, PYTHON, "    ")}`] : []),
    ...(example.body === undefined ? [] : [`json=${toLiteral(example.body, PYTHON, "    ")}`]),
    ...(example.file ? [`files={"file": open("${example.file}", "rb")}`] : []),
    ...(isStream ? ["stream=True"] : []),
  ];
  return [
    ...(isPublic ? [] : ["import os"]),
    "import requests\n",
    `response = requests.${method.toLowerCase()}(\n${parameters.map((parameter) => `    ${parameter},\n`).join("")})`,
    "response.raise_for_status()",
    ...(isStream ? ["for line in response.iter_lines():", "    print(line.decode())"] : []),
    ...(isStream || example.response === undefined ? [] : ["print(response.json())"]),
  ].join("\n");
}

interface Language {
  indent: string;
  key(name: string): string;
  /** How `true`, `false` and `null` are written. */
  words: Readonly<Record<string, string>>;
}
const TYPESCRIPT: Language = {
  indent: "  ",
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  words: { true: "true", false: "false", null: "null" },
};
const PYTHON: Language = {
  indent: "    ",
  key: JSON.stringify,
  words: { true: "True", false: "False", null: "None" },
};

/** A JSON value in the syntax of a language: short ones on one line. */
function toLiteral(value: unknown, language: Language, margin = ""): string {
  if (typeof value !== "object" || value === null) return language.words[String(value)] ?? JSON.stringify(value);
  const deeper = margin + language.indent;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => toLiteral(item, language, deeper))
    : Object.entries(value).map(([name, child]) => `${language.key(name)}: ${toLiteral(child, language, deeper)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const line = items.join(", ");
  if (line.length < 60 && !line.includes("\n"))
    return isList || items.length === 0 ? open + line + close : `${open} ${line} ${close}`;
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join("")}${margin}${close}`;
}

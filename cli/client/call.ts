import { rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { CallError, UsageError } from "#cli/parse";
import type { CommandCall, Output } from "#core/command";
import { createCaller } from "#sdk/client/call";
import { VireoError } from "#sdk/client/error";
import type { Waitable } from "#sdk/client/types";
import { upload } from "#sdk/client/upload";
import { waitFor } from "#sdk/client/wait";
import { parseTimeOrDay, TimeError } from "#sdk/zones";
import { type Field, getOption, type RemoteOperation } from "./operations";
import type { Profile } from "./profiles";
import { show } from "./show";

type Json = Record<string, unknown>;

/** Exit code: 2 for an invalid request, 3 without permission, 4 if a retry may help. */
const EXIT_CODES: Readonly<Record<number, number>> = { 400: 2, 401: 3, 402: 3, 403: 3, 0: 4, 429: 4, 502: 4, 503: 4 };

/** Calls the operation with the command line's input and prints the response. Throws CallError. */
export async function callOperation(
  operation: RemoteOperation,
  profile: Profile,
  call: CommandCall,
): Promise<undefined> {
  const { out, options, signal } = call;
  const caller = createCaller({ baseUrl: profile.url, apiKey: profile.apiKey });
  try {
    const answer: Json =
      operation.input === "file"
        ? { ...(await uploadFile(caller, call)) }
        : await caller.json<Json>({ ...(await buildRequest(operation, call)), signal });
    const waits = (options.wait || options.output) && operation.canWait;
    const result = waits ? await waitWithProgress(caller, answer, call) : answer;
    if (typeof options.output === "string") await download(result, options.output, call);
    show(out, result);
  } catch (error) {
    if (!(error instanceof VireoError)) throw error;
    const { message, kind, status, errors } = error;
    // The message already names a single invalid field.
    const invalid = Object.entries(errors);
    const fields = invalid.length > 1 ? invalid.map(([name, all]) => `\n  ${name}: ${all.join(" ")}`) : [];
    throw new CallError(message + fields.join(""), EXIT_CODES[status] ?? 1, { kind, status, errors });
  }
}

async function buildRequest(operation: RemoteOperation, { arguments: given, options }: CommandCall) {
  const { method, path, ids, input, fields, main } = operation;
  const target = ids.reduce((text, { name }) => text.replace(/\{\w+\}/, encodeURIComponent(given[name] ?? "")), path);
  const values: Json = typeof options.data === "string" ? await readJson(options.data, "data") : {};
  for (const field of fields) {
    const text = options[getOption(field)] ?? (field === main ? given[getOption(field)] : undefined);
    if (text !== undefined) values[field.name] = await toValue(field, text);
  }
  if (input === undefined) return { method, path: target };
  return { method, path: target, ...(input === "query" ? { query: values } : { body: values }) };
}

async function toValue(field: Field, text: NonNullable<CommandCall["options"][string]>): Promise<unknown> {
  if (typeof text !== "string") return text;
  const number = Number(text);
  switch (field.type) {
    case "number":
      if (text.trim() === "" || Number.isNaN(number))
        throw new UsageError(`--${getOption(field)} must be a number, not "${text}".`);
      return number;
    case "time": {
      if (!Number.isNaN(number)) return number;
      try {
        return parseTimeOrDay(text);
      } catch (error) {
        if (!(error instanceof TimeError)) throw error;
        throw new UsageError(`--${getOption(field)}: ${error.message}`);
      }
    }
    case "json":
      // These fields take a string or an object.
      return field.schema.anyOf && !/^[@[{]/.test(text) ? text : readJson(text, getOption(field));
    default:
      return text;
  }
}

/** Parses JSON, a file written as @name, or standard input written as -. */
async function readJson(text: string, option: string): Promise<Json> {
  const source =
    text === "-" ? await Bun.stdin.text() : text.startsWith("@") ? await Bun.file(text.slice(1)).text() : text;
  try {
    return JSON.parse(source);
  } catch {
    throw new UsageError(`--${option} must be JSON, such as '{"a": 1}', or @file.json.`);
  }
}

async function uploadFile(caller: ReturnType<typeof createCaller>, { arguments: given, out, signal }: CommandCall) {
  const path = given.file ?? "";
  const file = Bun.file(path);
  if (!(await file.exists())) throw new UsageError(`${path}: No such file.`);
  const bar = out.progress(`Uploading ${basename(path)}`);
  return upload(caller, file, { onProgress: bar.at, signal }).finally(bar.end);
}

async function waitWithProgress(caller: ReturnType<typeof createCaller>, answer: Json, { out, signal }: CommandCall) {
  const bar = out.progress("Waiting");
  const onProgress = (read: object) => bar.at(Number((read as Json).progress ?? 0), 100);
  return waitFor(caller, answer as unknown as Waitable, { onProgress, signal })
    .then((result) => result as unknown as Json)
    .finally(bar.end);
}

/** Saves the media file of a result. */
async function download(result: Json, path: string, { out, signal }: Pick<CommandCall, "out" | "signal">) {
  const url = result.url ?? result.audioUrl;
  if (typeof url !== "string") throw new Error("The result has no file to save.");
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`${url} returned status ${response.status}.`);
  const part = `${path}.part`;
  try {
    await save(response, part, out.progress(`Saving ${basename(path)}`));
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
  out.note(`Saved ${path}`);
}

async function save(response: Response, path: string, bar: ReturnType<Output["progress"]>): Promise<void> {
  const total = Number(response.headers.get("content-length") ?? 0);
  const writer = Bun.file(path).writer();
  let done = 0;
  try {
    for await (const chunk of response.body!) {
      writer.write(chunk);
      await writer.flush();
      done += chunk.byteLength;
      bar.at(done, total || done);
    }
  } finally {
    await writer.end();
    bar.end();
  }
}

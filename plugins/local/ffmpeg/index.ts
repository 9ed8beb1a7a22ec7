import { statSync } from "node:fs";
import type { Ffmpeg } from "../render";
import { nativeFfmpeg } from "./native";

export interface FoundFfmpeg extends Ffmpeg {
  /** As ffmpeg calls itself, e.g. "5.1.9-0+deb12u1". */
  version: string;
  /** Of the native one. */
  path?: string;
  /** Why a native one was passed over, e.g. "/usr/bin/ffmpeg has no libass". */
  reason?: string;
}

export interface FindOptions {
  /** The operator's choice (FFMPEG_PATH): a command or a path. */
  path?: string | undefined;
  /** Kills what a native ffmpeg is doing. The WebAssembly one ends with its process only. */
  signal?: AbortSignal;
}

interface Check {
  version: string;
  missing: readonly string[];
}

const NEEDED = {
  encoders: ["libx264", "aac"],
  filters: ["ass", "overlay", "silencedetect", "amix", "alimiter", "tpad"],
} as const;
const checks = new Map<string, Promise<Check>>();

/**
 * The ffmpeg to use: the one at `path`, else the one on PATH, else WebAssembly. A native one that lacks what
 * rendering needs is passed over, and `reason` says so. Throws when `path` is given and does not run at all.
 */
export async function findFfmpeg({ path, signal }: FindOptions = {}): Promise<FoundFfmpeg> {
  const reasons: string[] = [];
  const given = path ? (Bun.which(path) ?? path) : undefined;
  for (const candidate of new Set([given, Bun.which("ffmpeg")])) {
    if (!candidate) continue;
    try {
      const { version, missing } = await check(candidate);
      const reason = reasons.length > 0 && { reason: reasons.join("; ") };
      if (missing.length === 0) return { ...nativeFfmpeg(candidate, signal), version, path: candidate, ...reason };
      reasons.push(`${candidate} has no ${missing.join(", ")}`);
    } catch (error) {
      if (candidate === given) throw new Error(`FFMPEG_PATH is "${path}", which does not run: ${message(error)}`);
      reasons.push(`${candidate} does not run: ${message(error)}`);
    }
  }
  const { WASM_VERSION, wasmFfmpeg } = await import("./wasm");
  return { ...wasmFfmpeg(), version: WASM_VERSION, reason: reasons.join("; ") || "no ffmpeg on PATH" };
}

/** One line for the log. */
export function describeFfmpeg({ kind, version, path, reason }: FoundFfmpeg): string {
  return `ffmpeg ${version} (${[kind, path, reason].filter(Boolean).join(", ")})`;
}

/** Capabilities of an ffmpeg, cached per version of the file (a check takes 0.1 s). */
function check(path: string): Promise<Check> {
  const key = `${path} ${statSync(path).mtimeMs}`;
  const known = checks.get(key) ?? inspect(path);
  checks.set(key, known);
  return known;
}

async function inspect(path: string): Promise<Check> {
  const [version, encoders, filters] = await Promise.all([
    ask(path, "-version"),
    ask(path, "-encoders"),
    ask(path, "-filters"),
  ]);
  const lacks = (list: string) => (name: string) => !new RegExp(`^ *\\S+ +${name} `, "m").test(list);
  return {
    version: /^ffmpeg version (\S+)/.exec(version)?.[1] ?? "unknown",
    missing: [...NEEDED.encoders.filter(lacks(encoders)), ...NEEDED.filters.filter(lacks(filters))],
  };
}

async function ask(path: string, question: string): Promise<string> {
  const child = Bun.spawn([path, "-hide_banner", question], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    timeout: 20_000,
  });
  const answer = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`it ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
  return answer;
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

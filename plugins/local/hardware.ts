import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "vireo/module";
import type { VideoEncoder } from "./codec/encoders";

type ChildContext = Pick<Context, "child" | "log">;

/** Long, because a driver may have to wake up the card first. */
const TRIAL_MS = 20_000;

/** Tries an encoder in a child process, because a broken driver may crash it. Returns the reason if it cannot be used. */
async function tryEncoder(encoder: VideoEncoder, { child }: ChildContext): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "vireo-encoder-"));
  const signal = AbortSignal.timeout(TRIAL_MS);
  return child("encoder", { encoder }, { folder, signal, timeLimitMs: TRIAL_MS, gpu: true })
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
    .finally(() => rm(folder, { recursive: true, force: true }));
}

/** Returns the first encoder that works on this machine. */
export async function chooseEncoder(
  encoders: readonly VideoEncoder[],
  context: ChildContext,
): Promise<VideoEncoder | undefined> {
  const faults = await Promise.all(encoders.map((encoder) => tryEncoder(encoder, context)));
  for (const [at, fault] of faults.entries()) {
    if (fault) context.log.info(`${encoders[at]?.codec} cannot be used`, { reason: fault });
  }
  const encoder = encoders.find((_, at) => faults[at] === undefined);
  context.log.info(`videos are encoded by ${describeEncoder(encoder)}`);
  return encoder;
}

/** Describes the chosen encoder for `vireo doctor`. */
export const describeEncoder = (encoder: VideoEncoder | undefined): string =>
  encoder?.codec ?? "libx264: no hardware encoder found";

/** Runs tasks in child processes, with the time limits and the encoder that the settings allow. */
import { EngineError, type Health, type Run } from "vireo/engine";
import type { Context } from "vireo/module";
import { cacheHealth } from "vireo/vendor/health";
import type { TaskInput, TaskName, TaskOutput } from "./children/index";
import type { VideoEncoder } from "./codec/encoders";
import { chooseEncoder, describeEncoder } from "./hardware";

interface Settings {
  renders: number;
  timeLimitSeconds: number;
  hardware: "off" | "auto";
}

const CHECK_LIMIT_MS = 60_000;

/** Downloads count towards an engine's time limit, but not towards a render's. */
const DOWNLOAD_MS = 10 * 60_000;

export type LocalContext = Pick<Context<Settings>, "settings" | "child" | "log">;

/** Shared by the engines that render in a child process. */
export type TaskRunner = ReturnType<typeof createTaskRunner>;

/**
 * Checks whether this machine can decode and encode, and logs the result. Runs in a child process, because the codecs
 * take 60 MB. A machine that passed is not checked again. A failure is only kept for a while: a busy machine may just
 * have taken too long.
 */
function createCodecCheck({ child, log }: Pick<LocalContext, "child" | "log">) {
  const runCheck = async (): Promise<Health> => {
    const options = { folder: "", signal: new AbortController().signal, timeLimitMs: CHECK_LIMIT_MS };
    try {
      const detail = await child<string>("codec", {}, options);
      log.info(detail);
      return { ok: true, detail };
    } catch (error) {
      const detail = (error as Error).message;
      log.error(detail);
      return { ok: false, detail };
    }
  };
  const check = cacheHealth(runCheck);
  let passed: Health | undefined;
  return async (): Promise<Health> => {
    if (passed) return passed;
    const health = await check();
    if (health.ok) passed = health;
    return health;
  };
}

type CodecCheck = ReturnType<typeof createCodecCheck>;
export type ListEncoders = () => readonly VideoEncoder[];

/** Tasks that encode videos. Only these processes, and those that try an encoder, may use the graphics card. */
const ENCODING = new Set(["video", "edit"]);

/** Chooses a hardware encoder once, if the settings allow it. Never rejects. The health check shows the choice. */
function createEncoderChoice({ settings, child, log }: LocalContext, listEncoders: ListEncoders, check: CodecCheck) {
  if (settings.hardware === "off") return { choose: async () => undefined, checkVideo: check };
  let chosen: Promise<VideoEncoder | undefined> | undefined;
  const choose = () => {
    chosen ??= Promise.resolve()
      .then(() => chooseEncoder(listEncoders(), { child, log }))
      .catch((error) => void log.warn("hardware encoders could not be tried", { error }));
    return chosen;
  };
  const checkVideo = async (): Promise<Health> => {
    const health = await check();
    return health.ok ? { ...health, detail: `${health.detail}, ${describeEncoder(await choose())}` } : health;
  };
  return { choose, checkVideo };
}

/** Creates the runner, which the engines share. */
export function createTaskRunner(context: LocalContext, listEncoders: ListEncoders) {
  const { settings, child, log } = context;
  const timeLimitMs = settings.timeLimitSeconds * 1000;
  const check = createCodecCheck({ child, log });
  const { choose, checkVideo } = createEncoderChoice(context, listEncoders, check);

  /** Runs a task of `children` in a process of its own. `files` are the properties of its output that hold paths. Throws EngineError `engine_unavailable` on a platform without codecs. */
  async function runTask<Name extends TaskName>(
    task: Name,
    input: TaskInput<Name>,
    run: Pick<Run, "folder" | "signal"> & Partial<Pick<Run, "progress" | "show">> & { isBackground?: boolean },
    files: readonly string[] = [],
  ): Promise<TaskOutput<Name>> {
    const { ok, detail } = await check();
    if (!ok) throw new EngineError("engine_unavailable", detail ?? "");
    const { folder, signal, progress, show, isBackground = false } = run;
    const options = { folder, files, signal, timeLimitMs, isBackground, progress, show };
    const encoder = ENCODING.has(task) ? await choose() : undefined;
    if (!encoder) return child(task, input, options);
    try {
      return await child(task, { ...input, encoder }, { ...options, gpu: true });
    } catch (error) {
      // An EngineError is about the request or its files, not about the encoder.
      if (error instanceof EngineError || signal.aborted) throw error;
      log.warn(`${encoder.codec} failed, so libx264 encodes this video`, { error });
      return child(task, input, options);
    }
  }

  /** Like `runTask`, for work whose duration depends only on the caller's file: a timeout counts as the file's fault. */
  async function examine<Name extends TaskName>(...args: Parameters<typeof runTask<Name>>): Promise<TaskOutput<Name>> {
    try {
      return await runTask(...args);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== "engine_timeout") throw error;
      const limit = `${settings.timeLimitSeconds} seconds`;
      throw new EngineError(
        "source_timeout",
        `Processing the file took longer than ${limit}. Use a shorter or smaller file. The charge is kept.`,
      );
    }
  }

  const shared = {
    name: "local",
    repeatable: true,
    concurrency: settings.renders,
    check,
    timeLimitMs: timeLimitMs + DOWNLOAD_MS,
  } as const;
  return { runTask, examine, shared, checkVideo };
}

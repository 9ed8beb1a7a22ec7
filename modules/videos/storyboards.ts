import type { Brief } from "vireo/brief";
import { EngineError, type Model, type Run } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import type { Context } from "vireo/module";
import type { Scene, Storyboard, StoryboardRequest, StoryboardWriter } from "vireo/slots/storyboard";
import { listMedia, type VideoRequest } from "vireo/slots/video";
import type { GenerateBody } from "./schema";

/** Time limit of a language model while a request waits. */
const WRITING_MS = 60_000;

/** Default length in seconds for a prompt that only names a subject. */
const SHORT_SECONDS = 5;

interface Plan {
  body: GenerateBody;
  brief: Brief;
  /** Length in seconds. */
  duration: number;
  model: Model;
}

/** Returns the prompt, or the texts of the scenes. Throws if there are neither. */
export function getPrompt({ prompt, script, scenes }: Pick<GenerateBody, "prompt" | "script" | "scenes">): string {
  if (prompt !== undefined) return prompt;
  if (script !== undefined) return script;
  if (!scenes) throw invalid("prompt", "Required without scenes.");
  return (
    scenes
      .flatMap(({ text, subtext, narration }) => (narration === undefined ? [text, subtext] : [narration]))
      .filter(Boolean)
      .join("\n") || "Video"
  );
}

/** Models that render scenes, and the errors for those that do not. */
function createModels({ engines }: Pick<Context, "engines">) {
  const list = () => engines.of("video").flatMap(({ models }) => models.filter(({ scenes }) => scenes));
  const names = () =>
    list()
      .map(({ id }) => id)
      .join(", ");

  return {
    /** Chooses the model of a storyboard: the requested one, or the first that renders scenes. */
    choose(requested: string | undefined): Model {
      const { model } = engines.choose("video", requested);
      const able = model.scenes || requested !== undefined ? model : list()[0];
      if (able?.scenes) return able;
      throw invalid(
        "model",
        `The model ${model.id} films a prompt and has no storyboard. Models with scenes: ${names()}.`,
      );
    },

    checkScenes({ scenes }: GenerateBody, { id, scenes: rendersScenes }: Model): void {
      if (scenes && !rendersScenes) {
        throw invalid(
          "scenes",
          `The model ${id} films a prompt and accepts no scenes. Models with scenes: ${names()}.`,
        );
      }
      const empty = scenes?.findIndex(({ text, mediaUrl }) => !text?.trim() && !mediaUrl) ?? -1;
      if (empty >= 0) throw invalid(`scenes.${empty}`, "A scene needs text or mediaUrl.");
    },
  };
}

/** Engines of the slot: one that uses the prompt verbatim, one that uses a language model. */
function createWriters({ engines, log }: Pick<Context, "engines" | "log">) {
  const find = (mode: StoryboardWriter["mode"]) => engines.of("storyboard").find((writer) => writer.mode === mode);

  return {
    canRewrite: () => find("written") !== undefined,

    /** Returns the mode of a request. Throws if it requires a language model and none is configured. */
    chooseMode({ storyboard, scenes }: GenerateBody): StoryboardWriter["mode"] {
      if (scenes) return "literal";
      if (storyboard === "written" && !find("written")) {
        throw new ApiError(
          "provider_unavailable",
          "No language model is configured. Set OPENAI_API_KEY, OPENAI_CHAT_URL or GEMINI_API_KEY, or send storyboard: literal.",
        );
      }
      return storyboard ?? (find("written") ? "written" : "literal");
    },

    /** Uses the prompt verbatim. Returns undefined if no engine supports that. */
    async writeLiteral(request: StoryboardRequest): Promise<Storyboard | undefined> {
      return find("literal")?.write(request, new AbortController().signal);
    },

    /** Writes the storyboard with a language model. If that fails, returns the draft with a warning. */
    async rewrite(request: StoryboardRequest, draft: Storyboard | undefined, signal: AbortSignal): Promise<Storyboard> {
      try {
        const { scenes, warnings } = await find("written")!.write(draft ? { ...request, draft } : request, signal);
        const notFilmable = draft?.warnings.filter(({ code }) => code === "not_filmable") ?? [];
        return { scenes, warnings: [...notFilmable, ...warnings] };
      } catch (error) {
        if (!draft || !(error instanceof EngineError || (error as Error).name === "TimeoutError")) throw error;
        log.warn("storyboard not written, using the prompt verbatim", { error });
        return { ...draft, warnings: [...draft.warnings, notWritten] };
      }
    },
  };
}

const notWritten = {
  code: "not_written",
  message: "The language model returned no usable storyboard, so this one uses the prompt verbatim.",
};

/** Returns the plan at the length for a short prompt. Undefined if the length is already fixed. */
function shorten(plan: Plan, { warnings }: Storyboard): Plan | undefined {
  const { body, brief, duration, model } = plan;
  const isSettled =
    body.duration !== undefined || body.scenes !== undefined || listMedia({ ...body, brief }).length > 0;
  if (isSettled || !warnings.some(({ code }) => code === "little_text")) return undefined;
  const seconds = Math.max(SHORT_SECONDS, model.duration?.min ?? 0);
  return seconds < duration ? { ...plan, duration: seconds } : undefined;
}

const toStoryboardRequest = ({ body, brief, duration }: Plan): StoryboardRequest => ({
  prompt: getPrompt(body),
  duration,
  brief,
  media: listMedia({ ...body, brief }),
  negativePrompt: body.negativePrompt || undefined,
  scenes: body.scenes ? (body.scenes as Scene[]) : undefined,
});

/** Writes the storyboards of requests: verbatim from the prompt, or with a language model. */
export function createStoryboards(context: Pick<Context, "engines" | "log">) {
  const models = createModels(context);
  const { canRewrite, chooseMode, writeLiteral, rewrite } = createWriters(context);

  /** Returns the verbatim storyboard and its length, if an engine supports that. */
  async function draftPlan(plan: Plan, mode: StoryboardWriter["mode"]) {
    const draft = await writeLiteral(toStoryboardRequest(plan));
    const shorter = draft && mode === "literal" ? shorten(plan, draft) : undefined;
    return shorter
      ? { draft: await writeLiteral(toStoryboardRequest(shorter)), duration: shorter.duration }
      : { draft, duration: plan.duration };
  }

  return {
    chooseModel: models.choose,

    /** Returns the storyboard immediately. */
    async write(plan: Plan): Promise<Storyboard> {
      models.checkScenes(plan.body, plan.model);
      const mode = chooseMode(plan.body);
      const { draft } = await draftPlan(plan, mode);
      const storyboard =
        mode === "written" ? await rewrite(toStoryboardRequest(plan), draft, AbortSignal.timeout(WRITING_MS)) : draft;
      if (!storyboard)
        throw new ApiError("provider_unavailable", "No storyboard engine is configured. Turn on the plug-in local.");
      return storyboard;
    },

    /** Returns the scene fields of a request to a video engine. A language model writes later, in `prepare`. */
    async plan(plan: Plan): Promise<Pick<VideoRequest, "scenes" | "warnings" | "written"> & { duration?: number }> {
      models.checkScenes(plan.body, plan.model);
      if (!plan.model.scenes) return {};
      const mode = chooseMode(plan.body);
      const { draft = { scenes: (plan.body.scenes ?? []) as Scene[], warnings: [] }, duration } = await draftPlan(
        plan,
        mode,
      );
      if (draft.scenes.length === 0) return {};
      return { ...draft, duration, ...(mode === "written" ? { written: true } : {}) };
    },

    /** Writes the scenes of a queued request with a language model. */
    async prepare(request: VideoRequest, run: Pick<Run, "signal">): Promise<VideoRequest> {
      const { scenes, warnings = [], written, prompt, duration, brief, negativePrompt } = request;
      if (!written || !scenes || !canRewrite()) return request;
      const media = [...new Set(scenes.flatMap(({ mediaUrl }) => mediaUrl ?? []))];
      const plain = { prompt, duration, brief, media, negativePrompt: negativePrompt || undefined };
      const signal = AbortSignal.any([run.signal, AbortSignal.timeout(WRITING_MS)]);
      return { ...request, ...(await rewrite(plain, { scenes, warnings }, signal)) };
    },
  };
}

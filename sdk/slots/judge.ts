/** Slot `judge`: rates and names the moments of a long video with a language model. */
import type { Provider } from "#core/engine";

/** A moment, and what is said in it. */
export interface SpokenMoment {
  id: string;
  /** Length in seconds. */
  seconds: number;
  transcript: string;
}

/** Moments to rate. */
export interface JudgeRequest {
  /** At most 20. */
  moments: SpokenMoment[];
  /** What the user looks for. */
  prompt?: string;
  keywords?: string[];
  /** BCP 47, if known. */
  language?: string;
}

/** What a model says about a moment. */
export interface Judgement {
  id: string;
  /** 0 to 100, relative to the other moments. */
  score: number;
  title: string;
  /** Words of the transcript, quoted exactly. */
  hook: string;
  reason: string;
}

/** A language model that rates moments. */
export interface MomentJudge extends Provider {
  /** True if a call costs nothing, so that an interrupted one can be repeated. */
  readonly repeatable?: boolean;
  /** Sends one request. The caller checks what comes back. Throws EngineError. */
  judge(request: JudgeRequest, signal: AbortSignal): Promise<Judgement[]>;
}

declare module "#core/engine" {
  interface Slots {
    judge: MomentJudge;
  }
}

import type { Engine } from "vireo/engine";
import { judgeMoments } from "vireo/llm/judge";
import { writeNarration } from "vireo/llm/narration";
import { writePlan } from "vireo/llm/plan";
import { writeStoryboard } from "vireo/llm/storyboard";
import type { MomentJudge } from "vireo/slots/judge";
import type { PlanRequest } from "vireo/slots/plan";
import type { StoryboardWriter } from "vireo/slots/storyboard";
import type { Chat } from "./chat";

/** Returns the engines that only ask the language model: content plans, storyboards and the choice of moments. */
export function createWritingEngines(chat: Chat): {
  plan: Engine<PlanRequest>;
  storyboard: StoryboardWriter;
  judge: MomentJudge;
} {
  return {
    plan: {
      name: "openai",
      models: [{ id: chat.model, title: chat.model, description: "Writes content plans." }],
      concurrency: 2,
      repeatable: !chat.paid,
      // A month of five posts a day takes thirty calls.
      timeLimitMs: 2 * 60 * 60_000,
      check: chat.check,
      estimateSeconds: ({ days, postsPerDay }) => 10 + 4 * days * postsPerDay,
      create: async (request, run) => ({ state: "completed", facts: { ...(await writePlan(request, run, chat.ask)) } }),
    },
    storyboard: {
      name: "openai",
      mode: "written",
      check: chat.check,
      write: (request, signal) => writeStoryboard(request, signal, chat.ask),
      narrate: (request, signal) => writeNarration(request, signal, chat.ask),
    },
    judge: {
      name: "openai",
      repeatable: !chat.paid,
      check: chat.check,
      judge: (request, signal) => judgeMoments(request, signal, chat.ask),
    },
  };
}

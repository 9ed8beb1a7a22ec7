import type { Engine } from "vireo/engine";
import { writePlan } from "vireo/llm/plan";
import type { PlanRequest } from "vireo/slots/plan";
import type { Chat } from "./chat";

export const createPlanner = (chat: Chat): Engine<PlanRequest> => ({
  name: "openai",
  models: [{ id: chat.model, title: chat.model, description: "Writes content plans." }],
  concurrency: 2,
  repeatable: !chat.paid,
  // A month of five posts a day takes thirty calls.
  timeLimitMs: 2 * 60 * 60_000,
  check: chat.check,
  estimateSeconds: ({ days, postsPerDay }) => 10 + 4 * days * postsPerDay,
  create: async (request, run) => ({ state: "completed", facts: { ...(await writePlan(request, run, chat.ask)) } }),
});

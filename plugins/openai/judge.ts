import { judgeMoments } from "vireo/llm/judge";
import type { MomentJudge } from "vireo/slots/judge";
import type { Chat } from "./chat";

export const createJudge = (chat: Chat): MomentJudge => ({
  name: "openai",
  repeatable: !chat.paid,
  check: chat.check,
  judge: (request, signal) => judgeMoments(request, signal, chat.ask),
});

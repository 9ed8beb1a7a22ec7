import { writeNarration } from "vireo/llm/narration";
import { writeStoryboard } from "vireo/llm/storyboard";
import type { StoryboardWriter } from "vireo/slots/storyboard";
import type { Chat } from "./chat";

export const createStoryboardWriter = (chat: Chat): StoryboardWriter => ({
  name: "openai",
  mode: "written",
  check: chat.check,
  write: (request, signal) => writeStoryboard(request, signal, chat.ask),
  narrate: (request, signal) => writeNarration(request, signal, chat.ask),
});

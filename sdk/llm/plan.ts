import type { Run } from "#core/engine";
import { InvalidAnswerError, readList, readObject, readTags, readTexts, requireText } from "#sdk/llm/answer";
import { buildPrompt, type PlanSlot, SCHEMA, SYSTEM } from "#sdk/llm/plan-prompt";
import type { PlanFacts, PlanItem, PlanRequest } from "#sdk/slots/plan";

/** Writes a content plan with a language model, a few days per call. */

/** Posts per call. With more, models lose count or run out of tokens. */
const MAX_POSTS = 8;
/** YouTube's limit. */
const MAX_TITLE = 100;
const MAX_CAPTION = 2200;
const MAX_PARAGRAPH = 4000;
/** Placeholders that models leave in their text. */
const PLACEHOLDER = /\{\w+\}|\[(?:insert|your|brand|product|name)\b[^\]]*\]|lorem ipsum/i;

/** The posts of a plan in the order of the days. Platforms alternate. */
function listSlots({ days, postsPerDay, platforms }: PlanRequest): PlanSlot[] {
  return Array.from({ length: days * postsPerDay }, (_, at) => ({
    slot: at + 1,
    day: Math.floor(at / postsPerDay) + 1,
    platform: platforms[at % platforms.length]!,
  }));
}

/** Splits the posts into calls of whole days. */
function toChunks(slots: readonly PlanSlot[], postsPerDay: number): PlanSlot[][] {
  const size = Math.max(1, Math.floor(MAX_POSTS / postsPerDay)) * postsPerDay;
  return Array.from({ length: Math.ceil(slots.length / size) }, (_, at) => slots.slice(at * size, (at + 1) * size));
}

interface Question {
  name: string;
  schema: object;
  system: string;
  content: string;
  /** Parses the JSON. Throws InvalidAnswerError with what the model has to correct. */
  parse(json: unknown): PlanItem[];
}

/**
 * Writes a content plan with a language model, a few days per question.
 * @param ask sends one question to the model and returns what `question.parse` makes of its JSON
 * @throws what `ask` throws
 * @example
 * import type { Engine } from "vireo/engine";
 * import type { PlanRequest } from "vireo/slots/plan";
 * const planner: Engine<PlanRequest> = {
 *   name: "acme",
 *   models: [{ id: "acme-1", title: "Acme 1" }],
 *   async create(request, run) {
 *     const facts = await writePlan(request, run, async ({ system, content, schema, parse }, signal) => {
 *       const { json } = await vendor.create("/v1/chat", { json: { system, content, schema }, signal });
 *       return parse(json);
 *     });
 *     return { state: "completed", facts: { ...facts } };
 *   },
 * };
 */
export async function writePlan(
  request: PlanRequest,
  run: Pick<Run, "signal" | "progress">,
  ask: (question: Question, signal: AbortSignal) => Promise<PlanItem[]>,
): Promise<PlanFacts> {
  const videoIds = new Set(request.inspiration.map(({ id }) => id));
  const slots = listSlots(request);
  const items: PlanItem[] = [];
  for (const chunk of toChunks(slots, request.postsPerDay)) {
    const titles = items.map(({ title }) => title);
    const question: Question = {
      name: "content_plan",
      schema: SCHEMA,
      system: SYSTEM,
      content: buildPrompt(request, chunk, titles),
      parse: (json) => parseItems(json, chunk, videoIds),
    };
    items.push(...(await ask(question, run.signal)));
    run.progress((100 * items.length) / slots.length);
  }
  return { items };
}

/** Parses one item for each post. Throws InvalidAnswerError. */
function parseItems(json: unknown, slots: readonly PlanSlot[], videoIds: ReadonlySet<string>): PlanItem[] {
  const items = new Map<number, Record<string, unknown>>();
  for (const one of readList(readObject(json, "The answer").items, "items")) {
    const item = readObject(one, "An item");
    items.set(Number(item.slot), item);
  }
  return slots.map(({ slot, day, platform }) => {
    const item = items.get(slot);
    if (!item) throw new InvalidAnswerError(`there is no item with slot ${slot}.`);
    const require = (name: string, limit: number) => requireText(item[name], limit, `${name} of slot ${slot}`);
    const shots = readTexts(item.shots, 20, 500);
    if (shots.length === 0) throw new InvalidAnswerError(`shots of slot ${slot} is empty.`);
    const [placeholder] = JSON.stringify(item).match(PLACEHOLDER) ?? [];
    if (placeholder)
      throw new InvalidAnswerError(
        `slot ${slot} contains the placeholder "${placeholder}". Write it out or leave it out.`,
      );
    return {
      day,
      platform,
      title: require("title", MAX_TITLE),
      hook: require("hook", 500),
      concept: require("concept", MAX_PARAGRAPH),
      script: require("script", MAX_PARAGRAPH),
      shots,
      caption: require("caption", MAX_CAPTION),
      hashtags: [
        ...new Set(readTags(item.hashtags, 12).map((tag) => tag.replace(/[^\p{L}\p{M}\p{N}_]+/gu, ""))),
      ].filter(Boolean),
      cta: require("cta", 300),
      inspiredBy: readTexts(item.inspiredBy, 5, 200).filter((id) => videoIds.has(id)),
    };
  });
}

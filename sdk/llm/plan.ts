import type { Run } from "#core/engine";
import { listOf, objectOf, someText, tagsOf, textsOf, Wrong } from "#sdk/llm/answer";
import { type Place, promptFor, SCHEMA, SYSTEM } from "#sdk/llm/plan-prompt";
import type { PlanFacts, PlanItem, PlanRequest } from "#sdk/slots/plan";

/** A content plan written by a language model. */

/** Posts in one call: more, and models lose count or run out of words. */
const MOST_POSTS = 8;
/** YouTube's own limit; titles elsewhere serve for finding the item again. */
const TITLE = 100;
const CAPTION = 2200;
const PARAGRAPH = 4000;
/** What models leave behind where they did not know what to write. */
const UNFILLED = /\{\w+\}|\[(?:insert|your|brand|product|name)\b[^\]]*\]|lorem ipsum/i;

/** The plan's grid, in the order of the days; the platforms take turns. */
function placesOf({ days, postsPerDay, platforms }: PlanRequest): Place[] {
  return Array.from({ length: days * postsPerDay }, (_, at) => ({
    slot: at + 1,
    day: Math.floor(at / postsPerDay) + 1,
    platform: platforms[at % platforms.length]!,
  }));
}

/** Whole days as far as they fit into one call. */
function chunksOf(places: readonly Place[], postsPerDay: number): Place[][] {
  const size = Math.max(1, Math.floor(MOST_POSTS / postsPerDay)) * postsPerDay;
  return Array.from({ length: Math.ceil(places.length / size) }, (_, at) => places.slice(at * size, (at + 1) * size));
}

interface Question {
  name: string;
  schema: object;
  system: string;
  content: string;
  /** Makes the items out of the JSON. Throws Wrong with what the model has to mend. */
  read(json: unknown): PlanItem[];
}

/** Writes a plan a few days at a time. `ask` puts one question to the model. */
export async function writePlan(
  request: PlanRequest,
  run: Pick<Run, "signal" | "progress">,
  ask: (question: Question, signal: AbortSignal) => Promise<PlanItem[]>,
): Promise<PlanFacts> {
  const known = new Set(request.inspiration.map(({ id }) => id));
  const places = placesOf(request);
  const items: PlanItem[] = [];
  for (const chunk of chunksOf(places, request.postsPerDay)) {
    const titles = items.map(({ title }) => title);
    const question: Question = {
      name: "content_plan",
      schema: SCHEMA,
      system: SYSTEM,
      content: promptFor(request, chunk, titles),
      read: (json) => itemsOf(json, chunk, known),
    };
    items.push(...(await ask(question, run.signal)));
    run.progress((100 * items.length) / places.length);
  }
  return { items };
}

/** The model's JSON as items, one for each place. Throws Wrong. */
function itemsOf(json: unknown, places: readonly Place[], known: ReadonlySet<string>): PlanItem[] {
  const told = new Map<number, Record<string, unknown>>();
  for (const one of listOf(objectOf(json, "The answer").items, "items")) {
    const item = objectOf(one, "An item");
    told.set(Number(item.slot), item);
  }
  return places.map(({ slot, day, platform }) => {
    const item = told.get(slot);
    if (!item) throw new Wrong(`there is no item with slot ${slot}.`);
    const whole = (name: string, most: number) => someText(item[name], most, `${name} of slot ${slot}`);
    const shots = textsOf(item.shots, 20, 500);
    if (shots.length === 0) throw new Wrong(`shots of slot ${slot} is empty.`);
    const [unfilled] = JSON.stringify(item).match(UNFILLED) ?? [];
    if (unfilled) throw new Wrong(`slot ${slot} leaves "${unfilled}" to be filled in; write it out or do without.`);
    return {
      day,
      platform,
      title: whole("title", TITLE),
      hook: whole("hook", 500),
      concept: whole("concept", PARAGRAPH),
      script: whole("script", PARAGRAPH),
      shots,
      caption: whole("caption", CAPTION),
      hashtags: [...new Set(tagsOf(item.hashtags, 12).map((tag) => tag.replace(/[^\p{L}\p{M}\p{N}_]+/gu, "")))].filter(
        Boolean,
      ),
      cta: whole("cta", 300),
      inspiredBy: textsOf(item.inspiredBy, 5, 200).filter((id) => known.has(id)),
    };
  });
}

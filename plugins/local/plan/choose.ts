import type { Inspiration, PlanRequest } from "vireo/slots/plan";
import { findTechnique } from "vireo/techniques";
import { findKeywords, haveSameStem } from "../keywords";
import type { Format } from "./formats";
import { PILLARS, type Pillar } from "./goals";
import type { Reading } from "./reading";
import type { Topic } from "./subjects";
import { isUsable, type Slots, type Writer } from "./writer";

/** Parts of one plan item. */
export interface Choice {
  format: Format;
  topic: Topic;
  slots: Slots;
  /** Templates of the hook. */
  hooks: readonly string[];
  inspiration?: Inspiration;
  /** Form of the hook, if it was chosen because of the account's own results. */
  proven?: ProvenHook;
}

type ProvenHook = NonNullable<PlanRequest["ownResults"]>["hooks"][number];

interface Options {
  reading: Reading;
  inspiration: readonly Inspiration[];
  ownResults?: PlanRequest["ownResults"] | undefined;
  /** Number of items in the whole plan. */
  count: number;
  writer: Writer;
  random: () => number;
  /** Returns the slots of a topic that was used `used` times before. */
  getSlots(topic: Topic, used: number): Slots;
}

/** Multiple of the account's median from which a form of hook is used more often. */
const PROVEN = 1.2;
/** Number of recent topics that are not chosen again. */
const RESTING = 2;

/** Counts uses and picks the least used entry of a list. */
function createUses(random: () => number) {
  const uses = new Map<unknown, number>();
  const getUses = (key: unknown) => uses.get(key) ?? 0;
  return {
    getUses,
    add: (key: unknown) => uses.set(key, getUses(key) + 1),
    /** `rate` lowers an entry's count, so that it is picked earlier. */
    pickLeastUsed: <T>(list: readonly T[], rate: (entry: T) => number = () => 0): T | undefined =>
      list
        .map((entry) => ({ entry, worn: getUses(entry) - rate(entry) + random() * 0.9 }))
        .sort((a, b) => a.worn - b.worn)[0]?.entry,
  };
}

/** Lists the formats for which the request contains enough text. */
const listPossibleFormats = ({ slots, facts, language }: Reading): Format[] =>
  language.formats.filter(
    ({ needs, titles, pillar }) =>
      needs.every((slot) => slots[slot] || (slot === "f2" && facts.length > 1)) &&
      (pillar !== "sell" || titles.some((title) => isUsable(title, { ...slots, topic: "x", Topic: "X" }))),
  );

/** Returns a function that returns the pillar furthest behind its share of the goal's mix. */
function createPillarQueue(mix: Reading["goal"]["mix"], possible: readonly Format[], random: () => number) {
  const debts = new Map<Pillar, number>();
  return (): Pillar => {
    const available = PILLARS.filter((pillar) => possible.some((format) => format.pillar === pillar));
    for (const pillar of available) debts.set(pillar, (debts.get(pillar) ?? random()) + mix[pillar]);
    const pillar = available.reduce((a, b) => (debts.get(b)! > debts.get(a)! ? b : a));
    const total = available.reduce((sum, each) => sum + mix[each], 0);
    debts.set(pillar, debts.get(pillar)! - total);
    return pillar;
  };
}

/** Orders topics, recent ones last. */
function createTopicQueue(all: readonly Topic[], { getUses, pickLeastUsed }: ReturnType<typeof createUses>) {
  const recent: Topic[] = [];
  return {
    /** Lists topics in the order to try them: one related to the video first, then the least used. */
    list(video?: Inspiration): [Topic, ...Topic[]] {
      const words = video
        ? findKeywords([video.hook, video.description, ...video.tags, ...video.hashtags].join(" "))
        : [];
      const rested = all.filter((topic) => !recent.includes(topic));
      const first = pickLeastUsed(rested.length > 0 ? rested : all, (topic) =>
        Math.min(1.5, countShared(topic, words)),
      );
      return [first!, ...all.toSorted((a, b) => getUses(a) - getUses(b))];
    },
    rest(topic: Topic): void {
      recent.unshift(topic);
      recent.splice(RESTING);
    },
  };
}

/** Counts the keywords that a video and a topic share. */
function countShared(topic: Topic, videoKeywords: readonly string[]): number {
  const topicKeywords = findKeywords(`${topic.name} ${topic.points.join(" ")}`);
  return videoKeywords.filter((word) => topicKeywords.some((other) => haveSameStem(word, other))).length;
}

/**
 * Returns a function that chooses the next item: pillars by the goal's mix, no format twice in a row, and the least
 * used formats and topics first.
 */
export function createChooser({ reading, inspiration, ownResults, count, writer, random, getSlots }: Options) {
  // One video may inspire at most a tenth of the items.
  const maxUses = Math.ceil(count / 10);
  const uses = createUses(random);
  const { getUses, add, pickLeastUsed } = uses;
  const topicQueue = createTopicQueue(reading.subject.topics, uses);
  const possible = listPossibleFormats(reading);
  const nextPillar = createPillarQueue(reading.goal.mix, possible, random);
  const proven = ownResults?.hooks.filter(({ timesMedian }) => timesMedian >= PROVEN) ?? [];
  let last: Format | undefined;
  let made = 0;
  let inspired = 0;

  /** Every other item may be based on a library video, except items that sell. */
  function nextVideo(pillar: Pillar): Inspiration | undefined {
    if (pillar === "sell" || 2 * inspired > made) return undefined;
    // The list is sorted by similarity, and sorting is stable.
    return inspiration.filter((candidate) => getUses(candidate) < maxUses).sort((a, b) => getUses(a) - getUses(b))[0];
  }

  /** Items without a video open like the account's best posts, better forms more often. Items that sell do not. */
  const nextHook = (pillar: Pillar) =>
    pillar === "sell" ? undefined : pickLeastUsed(proven, ({ timesMedian }) => Math.log2(timesMedian));

  /** Chooses a format that has an unused title and hook for the topic. */
  function chooseFormat(list: readonly Format[], topic: Topic, getHooks: (format: Format) => readonly string[]) {
    const slots = getSlots(topic, getUses(topic));
    const isNew = (format: Format) => writer.hasNew(format.titles, slots) && writer.hasNew(getHooks(format), slots);
    // Prefer formats that show the product.
    const format = pickLeastUsed(list.filter(isNew), ({ needs }) => (needs.includes("product") ? 1 : 0));
    return format && { format, topic, slots, hooks: getHooks(format) };
  }

  /** Tries formats that fit the pillar and the video first, then any other format. */
  function chooseNew(
    pillar: Pillar,
    topics: readonly Topic[],
    others: readonly Format[],
    { video, hook }: { video?: Inspiration | undefined; hook?: ProvenHook | undefined },
  ) {
    const technique = video ? findTechnique(video.hook || video.description).id : hook?.form;
    const fitting = others.filter((format) => !technique || format.techniques.includes(technique));
    const lists = [
      fitting.filter((format) => format.pillar === pillar),
      fitting.filter((format) => !technique || format.pillar !== "sell"),
      others,
    ];
    for (const [level, list] of lists.entries()) {
      const isFitting = level < 2;
      const getHooks = (format: Format) =>
        technique && isFitting ? reading.language.openings.get(technique)! : format.hooks;
      for (const topic of topics) {
        const choice = chooseFormat(list, topic, getHooks);
        if (!choice) continue;
        const lead = video ? { inspiration: video } : hook ? { proven: hook } : {};
        return { ...choice, ...(isFitting ? lead : {}) };
      }
    }
    return undefined;
  }

  return (): Choice => {
    const pillar = nextPillar();
    const video = nextVideo(pillar);
    const topics = topicQueue.list(video);
    const [topic] = topics;
    const others = possible.filter((format) => format !== last);
    const fresh = chooseNew(pillar, topics, others, { video, hook: video ? undefined : nextHook(pillar) });
    // A long plan runs out of new items and repeats the least used ones.
    const repeat = pickLeastUsed(others.length > 0 ? others : possible)!;
    const choice: Choice = fresh ?? {
      format: repeat,
      topic,
      slots: getSlots(topic, getUses(topic)),
      hooks: repeat.hooks,
    };
    for (const key of [choice.format, choice.topic, choice.inspiration, choice.proven]) if (key) add(key);
    topicQueue.rest(choice.topic);
    last = choice.format;
    made++;
    if (choice.inspiration) inspired++;
    return choice;
  };
}

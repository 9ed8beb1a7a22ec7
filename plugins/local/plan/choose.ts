import type { Inspiration } from "vireo/slots/plan";
import { findTechnique } from "../copy/techniques";
import { alike, keywords } from "../copy/words";
import { type Format, formats, openings } from "./formats";
import { PILLARS, type Pillar } from "./goals";
import type { Reading } from "./reading";
import type { Topic } from "./subjects";
import { isUsable, type Slots, type Writer } from "./writer";

/** What one item is made of. */
export interface Choice {
  format: Format;
  topic: Topic;
  slots: Slots;
  /** Templates of the hook. */
  hooks: readonly string[];
  inspiration?: Inspiration;
}

interface Options {
  reading: Reading;
  inspiration: readonly Inspiration[];
  /** Items of the whole plan. */
  count: number;
  writer: Writer;
  random: () => number;
  /** Slots of a topic that was used so many times. */
  getSlots(topic: Topic, used: number): Slots;
}

/** How many of the last topics stay out. */
const RESTING = 2;

/** Chooses what comes next: kinds by the goal's mix, no format twice in a row, what was used least first. */
export function createChooser({ reading, inspiration, count, writer, random, getSlots }: Options) {
  const { subject, goal, slots } = reading;
  // A plan that copies one video over and over has no idea of its own.
  const mostUses = Math.ceil(count / 10);
  const uses = new Map<unknown, number>();
  const used = (key: unknown) => uses.get(key) ?? 0;
  const leastUsed = <T>(list: readonly T[], rate: (one: T) => number = () => 0): T | undefined =>
    list.map((one) => ({ one, worn: used(one) - rate(one) + random() * 0.9 })).sort((a, b) => a.worn - b.worn)[0]?.one;

  const possible = formats.filter(
    ({ needs, titles, pillar }) =>
      needs.every((slot) => slots[slot] || (slot === "f2" && reading.facts.length > 1)) &&
      (pillar !== "sell" || titles.some((title) => isUsable(title, { ...slots, topic: "x", Topic: "X" }))),
  );
  const debts = new Map<Pillar, number>();
  const recent: Topic[] = [];
  let last: Format | undefined;
  let made = 0;
  let inspired = 0;

  /** The kind that is furthest behind its share. */
  function nextPillar(): Pillar {
    const there = PILLARS.filter((pillar) => possible.some((format) => format.pillar === pillar));
    for (const pillar of there) debts.set(pillar, (debts.get(pillar) ?? random()) + goal.mix[pillar]);
    const pillar = there.reduce((a, b) => (debts.get(b)! > debts.get(a)! ? b : a));
    const all = there.reduce((sum, one) => sum + goal.mix[one], 0);
    debts.set(pillar, debts.get(pillar)! - all);
    return pillar;
  }

  /** Topics that speak of what a video speaks of come first. */
  function nextTopic(video?: Inspiration): Topic {
    const told = video ? keywords([video.hook, video.description, ...video.tags, ...video.hashtags].join(" ")) : [];
    const near = (topic: Topic) =>
      told.filter((word) => keywords(`${topic.name} ${topic.points.join(" ")}`).some((other) => alike(word, other)))
        .length;
    const rested = subject.topics.filter((topic) => !recent.includes(topic));
    return leastUsed(rested.length > 0 ? rested : subject.topics, (topic) => Math.min(1.5, near(topic)))!;
  }

  const isNew = (format: Format, hooks: readonly string[], topicSlots: Slots) =>
    writer.hasNew(format.titles, topicSlots) && writer.hasNew(hooks, topicSlots);

  return (): Choice => {
    const pillar = nextPillar();
    // Every other item learns from the library; the others are the brand's own, and so is what speaks of the product.
    const isOpen = pillar !== "sell" && 2 * inspired <= made;
    // The nearest first; the list is in that order.
    const free = isOpen ? inspiration.filter((one) => used(one) < mostUses) : [];
    const video = free.toSorted((a, b) => used(a) - used(b))[0];
    const technique = video && findTechnique(video.hook || video.description).id;
    const fits = (format: Format) => format !== last && (!technique || format.techniques.includes(technique));
    const others = possible.filter((format) => format !== last);
    const fitting = possible.filter(fits);
    const lists = [
      fitting.filter((format) => format.pillar === pillar),
      fitting.filter((format) => !technique || format.pillar !== "sell"),
      others,
    ];
    const topics = [nextTopic(video), ...subject.topics.toSorted((a, b) => used(a) - used(b))];
    let choice: Choice | undefined;
    for (const [level, list] of lists.entries()) {
      const getHooks = (format: Format) => (technique && level < 2 ? openings.get(technique)! : format.hooks);
      for (const topic of topics) {
        const topicSlots = getSlots(topic, used(topic));
        // Where there is a product, it is shown before the way to it is explained.
        const format = leastUsed(
          list.filter((one) => isNew(one, getHooks(one), topicSlots)),
          ({ needs }) => (needs.includes("product") ? 1 : 0),
        );
        if (!format) continue;
        choice = {
          format,
          topic,
          slots: topicSlots,
          hooks: getHooks(format),
          ...(video && level < 2 ? { inspiration: video } : {}),
        };
        break;
      }
      if (choice) break;
    }
    // A plan so long that everything was said once: what was said longest ago comes again.
    const [topic] = topics;
    const format = leastUsed(others.length > 0 ? others : possible)!;
    choice ??= { format, topic: topic!, slots: getSlots(topic!, used(topic)), hooks: format.hooks };
    for (const key of [choice.format, choice.topic, choice.inspiration]) if (key) uses.set(key, used(key) + 1);
    recent.unshift(choice.topic);
    recent.splice(RESTING);
    last = choice.format;
    made++;
    if (choice.inspiration) inspired++;
    return choice;
  };
}

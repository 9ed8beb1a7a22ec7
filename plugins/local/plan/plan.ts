import type { Inspiration, PlanFacts, PlanItem, PlanRequest } from "vireo/slots/plan";
import { findTechnique, techniques } from "vireo/techniques";
import { createRandom, hash } from "../draw/random";
import { capitalize, removeTagsAndUrls, shorten } from "../keywords";
import { type Choice, createChooser } from "./choose";
import { pickHashtags, toNicheTags, toTopicTags } from "./hashtags";
import type { PlanLanguage } from "./languages/index";
import { PLATFORMS } from "./platforms";
import { type Reading, readRequest } from "./reading";
import { buildScript } from "./script";
import type { Topic } from "./subjects";
import { createWriter, fill, type Slots, type Writer } from "./writer";

/** Minimum similarity for reusing a video's hashtags. */
const NEAR = 0.5;

/** Writes a content plan. The same request and seed give the same plan. */
export function writePlan(request: PlanRequest): PlanFacts {
  const reading = readRequest(request);
  const { ownResults, ...others } = request;
  // Too few posts to be meaningful change nothing.
  const random = createRandom(hash(JSON.stringify(ownResults?.hooks.length ? request : others)));
  const writer = createWriter(random);
  const choose = createChooser({
    reading,
    inspiration: request.inspiration,
    ownResults: request.ownResults,
    count: request.days * request.postsPerDay,
    writer,
    random,
    getSlots: (topic, used) => slotsFor(reading, topic, used),
  });
  const { platforms, days, postsPerDay } = request;
  const first = Math.floor(random() * platforms.length);
  const items: PlanItem[] = [];
  for (let day = 1; day <= days; day++) {
    for (let post = 0; post < postsPerDay; post++) {
      const platform = platforms[(first + day - 1 + post) % platforms.length]!;
      items.push(buildItem({ day, platform, at: items.length, choice: choose(), reading, writer, random }));
    }
  }
  return { items };
}

const turned = <T>(list: readonly T[], by: number): T[] => list.map((_, i) => list[(i + by) % list.length]!);

/** Returns the slots of a topic. Lists are rotated so that a repeated topic starts with another point. */
function slotsFor({ slots, subject, facts }: Reading, topic: Topic, used: number): Slots {
  const at = subject.topics.indexOf(topic);
  const points = turned(topic.points, used);
  const quoted = points.map((point) => `“${point}”`);
  const [scene, scene2] = turned(subject.scenes, at + used);
  const [detail, detail2] = turned(subject.details, at + used);
  const [f1, f2, f3] = turned(facts, used);
  const [say1, say2, say3] = points;
  const [p1, p2, p3] = quoted;
  return {
    ...slots,
    topic: topic.name,
    Topic: capitalize(topic.name),
    myth: topic.myth,
    p1,
    p2,
    p3,
    say1,
    say2,
    say3,
    scene,
    scene2,
    Scene: capitalize(scene!),
    Scene2: capitalize(scene2 ?? scene!),
    detail,
    Detail: capitalize(detail!),
    detail2,
    f1,
    f2,
    ...(facts.length > 2 ? { f3 } : {}),
  };
}

interface Making {
  day: number;
  platform: PlanItem["platform"];
  /** Index in the plan, from 0. */
  at: number;
  choice: Choice;
  reading: Reading;
  writer: Writer;
  random: () => number;
}

function buildItem(making: Making): PlanItem {
  const { day, platform, at, choice, reading, writer, random } = making;
  const { format, topic, inspiration } = choice;
  const rules = PLATFORMS[platform];
  const slots: Slots = { ...choice.slots, there: fill(reading.language.linkPlace[platform], choice.slots) };
  const hook = capitalize(writer.write(choice.hooks, slots)!);
  const cta = writer.write(
    format.pillar === "sell" || at % 3 === 2 ? reading.goal.ctas : reading.language.softCtas,
    slots,
  )!;
  const [least, most] = rules.seconds;
  const seconds = least + Math.floor(random() * (most - least + 1));
  return {
    day,
    platform,
    title: shorten(capitalize(writer.write(format.titles, slots)!), rules.title),
    hook,
    concept: buildConcept(making, slots),
    script: buildScript(format, { hook, cta }, seconds, slots, { writer, labels: reading.language.labels }),
    shots: format.shots.flatMap((ways) => {
      const shot = writer.write(ways, slots);
      return shot ? [capitalize(shot)] : [];
    }),
    caption: shorten(buildCaption(making, slots, cta), rules.caption),
    hashtags: pickHashtags(
      [
        reading.niche ? toNicheTags(reading.niche, reading.language.sheet?.links) : turned(reading.subject.tags, at),
        reading.language.sheet ? [] : toTopicTags(topic.name),
        reading.names,
        turned(reading.subject.tags, at),
        inspiration && inspiration.score >= NEAR ? inspiration.hashtags : [],
        format.tags,
      ],
      rules.hashtags,
    ),
    cta,
    inspiredBy: inspiration ? [inspiration.id] : [],
  };
}

function buildConcept({ choice, platform, reading, writer }: Making, slots: Slots): string {
  const { format, inspiration, proven } = choice;
  return [
    capitalize(writer.write(format.concepts, slots)!),
    inspiration ? sayBorrowed(inspiration, slots, reading.language) : "",
    proven ? sayProven(proven, reading.language) : "",
    ...reading.notes,
    writer.write(reading.language.notes[platform], slots),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Fills slots that may be empty. */
const fillLoosely = (template: string, slots: Slots): string =>
  template.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? "");

/** Credits the video that inspired an item. */
function sayBorrowed(video: Inspiration, slots: Slots, { code, sheet }: PlanLanguage): string {
  const opening = shorten(removeTagsAndUrls(video.hook || video.description), 120);
  const n = video.views > 0 ? new Intl.NumberFormat(code, { notation: "compact" }).format(video.views) : undefined;
  if (sheet) {
    const views = n ? fill(sheet.views, { n }) : "";
    return fillLoosely(sheet.borrowed, { ...slots, user: video.username, opening, views });
  }
  const views = n ? `, ${n} views` : "";
  const { name } = findTechnique(video.hook || video.description);
  return `The opening is borrowed from @${video.username} (“${opening}”${views}): ${name}, moved to ${slots.topic}.`;
}

/** Explains why an item opens as it does. */
function sayProven({ form, posts, timesMedian }: NonNullable<Choice["proven"]>, { code, sheet }: PlanLanguage): string {
  if (sheet) {
    const times = new Intl.NumberFormat(code, { maximumFractionDigits: 1 }).format(timesMedian);
    return fillLoosely(sheet.proven, { times, posts: String(posts) });
  }
  const { name } = techniques.find(({ id }) => id === form)!;
  return `It opens with ${name}: such hooks brought ${timesMedian}× the median views of your posts (${posts} posts).`;
}

function buildCaption({ choice, platform, at, reading, writer }: Making, slots: Slots, cta: string): string {
  const { format, topic } = choice;
  const parts = [capitalize(writer.write(format.captions, slots)!)];
  const says = topic.points.filter((point) => !parts[0]!.includes(point));
  // People read captions on Instagram and search them on YouTube. On TikTok they cover the video.
  if (platform === "instagram" && format.pillar === "teach" && says.length > 1)
    parts.push(says.map((point) => `• ${point}`).join("\n"));
  if (platform === "youtube" && says[0] && format.pillar !== "sell") parts.push(says[0]);
  const lines = [...reading.lines, ...reading.facts.map((fact) => `${slots.Product}: “${fact}”`)];
  const line = lines[at % Math.max(1, lines.length)];
  if (
    line &&
    !parts[0]!.includes(line.slice(0, -1)) &&
    (format.pillar === "sell" || format.pillar === "prove" || at % 3 === 1)
  )
    parts.push(line);
  parts.push(cta);
  return parts.join(platform === "tiktok" ? " " : "\n\n");
}

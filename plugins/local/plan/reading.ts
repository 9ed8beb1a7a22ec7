import type { PlanRequest } from "vireo/slots/plan";
import { capitalize, shorten, splitStatements } from "../keywords";
import type { Goal } from "./goals";
import { toNicheTags } from "./hashtags";
import {
  findInSheet,
  findLanguage,
  getPlanLanguage,
  type PlanLanguage,
  planLanguages,
  type Sheet,
} from "./languages/index";
import { chooseSubject, fillField, findSubjectId, type Subject } from "./subjects";
import type { Slots } from "./writer";

/** A request in the formats that templates need. */
export interface Reading {
  language: PlanLanguage;
  niche: string;
  subject: Subject;
  goal: Pick<Goal, "mix" | "steps" | "ctas">;
  /** Slots that are the same in the whole plan. */
  slots: Slots;
  /** Sentences of the product's description. */
  facts: string[];
  /** Sentences of the brand's messaging. */
  lines: string[];
  /** One sentence each for persona, character and style. */
  notes: string[];
  /** Names that become hashtags. */
  names: string[];
}

const LONGEST_FACT = 160;
const SMALL = /^(?:of|and|the|for|with|by|in|de|la|le|&|\+)$/i;

/** A proper name has no article; anything else needs one: "Lumé Serum", "the sourdough kit". */
function named(name: string): string {
  const text = name.trim();
  if (text.split(/\s+/).every((word) => /^[\p{Lu}\p{N}]/u.test(word) || SMALL.test(word))) return text;
  const bare = text.replace(/^(?:the|our|my|an?)\s+/i, "");
  return `the ${/^\p{Lu}\p{Ll}/u.test(bare) ? bare[0]!.toLowerCase() + bare.slice(1) : bare}`;
}

const isPersonName = (name: string): boolean => /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u.test(name.trim());
const toPhrase = (text: string, most: number): string => shorten(text.trim(), most).replace(/[.\s]+$/, "");
const splitLines = (text: string): string[] => splitStatements(text).map((sentence) => shorten(sentence, LONGEST_FACT));

export function readRequest(request: PlanRequest): Reading {
  const { brief, goal: aim = "" } = request;
  const { persona, product, messaging, style, character, inspo } = brief;
  const niche = request.niche?.trim() || inspo?.niche?.trim() || "";
  const about = [inspo?.description, product?.name, product?.description, messaging?.body, inspo?.name, aim].join(" ");
  const language = getPlanLanguage(findRequestLanguage(request));
  const { sheet, labels } = language;
  const goal = language.findGoal(aim);
  const step = goal.steps.find(([named]) => named.test(aim))?.[1];
  const speaker = [persona?.name, character?.name].find((name) => name && isPersonName(name));
  // Only English sentences refer to the speaker.
  const [we, our, us] = persona ? ["I", "my", "me"] : ["we", "our", "us"];
  const subject = sheet
    ? findSheetSubject(sheet, niche, about, product?.name)
    : chooseSubject({ niche, own: `${our} work`, about });
  const thing = product?.name ? (sheet ? product.name.trim() : named(product.name)) : undefined;
  const described = (name: string, text: string) => (text.trim() ? `${name} (${toPhrase(text, 140)})` : name);
  const label = (text: string, x: string) => text.replace("{x}", () => x);
  return {
    language,
    niche,
    subject,
    goal,
    facts: splitLines(product?.description ?? ""),
    lines: splitLines([messaging?.body, product?.messaging].filter(Boolean).join("\n")),
    notes: [
      persona ? label(labels.voice, described(persona.name, persona.description)) : "",
      character ? label(labels.person, described(character.name, character.description)) : "",
      style ? label(labels.look, described(style.name, style.description)) : "",
    ].filter(Boolean),
    names: [inspo?.brand ?? "", product?.name ?? ""].filter((name) => name.trim() !== "" && name.length <= 30),
    slots: {
      field: subject.field,
      Field: capitalize(subject.field),
      audience: subject.audience,
      product: thing,
      Product: thing && capitalize(thing),
      craft: subject.isCraft ? "yes" : undefined,
      step,
      Step: step && capitalize(step),
      who: speaker ?? sheet?.who ?? "the presenter",
      we,
      our,
      us,
      We: capitalize(we!),
      Our: capitalize(our!),
    },
  };
}

/** Returns the given language, or that of the niche, the goal or otherwise the other texts. */
export function findRequestLanguage({ language, niche, goal, brief }: PlanRequest): string {
  if (language !== undefined) return language.toLowerCase().split(/[-_]/)[0]!;
  const subject = [niche ?? brief.inspo?.niche, goal].filter(Boolean).join(". ");
  const code = findLanguage(subject);
  if (code !== "en" || findSubjectId(subject)) return code;
  // A niche may be a single unknown word. Then the texts about product and brand decide.
  const { product, messaging, inspo } = brief;
  const detected = findLanguage([product?.description, messaging?.body, inspo?.description].filter(Boolean).join(". "));
  return planLanguages.includes(detected) ? detected : code;
}

/** Shortens a long niche, or names it by its subject. */
const LONGEST_FIELD = 45;

/** Returns the subject in the language of a sheet. The niche is used as given. */
function findSheetSubject(sheet: Sheet, niche: string, about: string, product?: string): Subject {
  const id = findSubjectId(niche || about);
  const match = findInSheet(sheet, niche || about) ?? sheet.subjects.find((candidate) => candidate.id === id);
  const plainNiche = niche.replace(/[.!?…]+$/, "");
  const short = plainNiche.length > LONGEST_FIELD ? (plainNiche.split(sheet.links)[0] ?? plainNiche) : plainNiche;
  const own = niche ? shorten(short, LONGEST_FIELD) : (product?.trim() ?? sheet.own);
  const field = match && (niche === "" || short.length > LONGEST_FIELD) ? match.subject.field : own;
  const general = fillField(sheet.general, capitalize(field));
  if (match) return { ...match.subject, field, topics: [...match.subject.topics, ...general] };
  const { scenes, details } = sheet;
  return {
    field,
    audience: sheet.audience,
    scenes,
    details,
    isCraft: false,
    topics: general,
    tags: toNicheTags(short, sheet.links),
  };
}

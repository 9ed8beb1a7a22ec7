import type { PlanRequest } from "vireo/slots/plan";
import { capital, clipped, sentences } from "../copy/words";
import { findGoal, type Goal } from "./goals";
import { type Subject, subjectFor } from "./subjects";
import type { Slots } from "./writer";

/** A request in the forms that templates need. */
export interface Reading {
  niche: string;
  subject: Subject;
  goal: Goal;
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

/** A proper name stands alone; anything else needs an article: "Lumé Serum", "the sourdough kit". */
function named(name: string): string {
  const text = name.trim();
  if (text.split(/\s+/).every((word) => /^[\p{Lu}\p{N}]/u.test(word) || SMALL.test(word))) return text;
  const bare = text.replace(/^(?:the|our|my|an?)\s+/i, "");
  return `the ${/^\p{Lu}\p{Ll}/u.test(bare) ? bare[0]!.toLowerCase() + bare.slice(1) : bare}`;
}

const isPersonName = (name: string): boolean => /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u.test(name.trim());
const told = (text: string, most: number): string => clipped(text.trim(), most).replace(/[.\s]+$/, "");
const splitLines = (text: string): string[] => sentences(text).map((sentence) => clipped(sentence, LONGEST_FACT));

export function readRequest(request: PlanRequest): Reading {
  const { brief, goal: aim = "" } = request;
  const { persona, product, messaging, style, character, inspo } = brief;
  const niche = request.niche?.trim() || inspo?.niche?.trim() || "";
  const about = [inspo?.description, product?.name, product?.description, messaging?.body, inspo?.name, aim].join(" ");
  const goal = findGoal(aim);
  const step = goal.steps.find(([named]) => named.test(aim))?.[1];
  const speaker = [persona?.name, character?.name].find((name) => name && isPersonName(name));
  const [we, our, us] = persona ? ["I", "my", "me"] : ["we", "our", "us"];
  const subject = subjectFor({ niche, own: `${our} work`, about });
  const thing = product?.name ? named(product.name) : undefined;
  const described = (name: string, text: string) => (text.trim() ? `${name} (${told(text, 140)})` : name);
  return {
    niche,
    subject,
    goal,
    facts: splitLines(product?.description ?? ""),
    lines: splitLines([messaging?.body, product?.messaging].filter(Boolean).join("\n")),
    notes: [
      persona ? `Voice: ${described(persona.name, persona.description)}.` : "",
      character ? `On screen: ${described(character.name, character.description)}.` : "",
      style ? `Look: ${described(style.name, style.description)}.` : "",
    ].filter(Boolean),
    names: [inspo?.brand ?? "", product?.name ?? ""].filter((name) => name.trim() !== "" && name.length <= 30),
    slots: {
      field: subject.field,
      Field: capital(subject.field),
      audience: subject.audience,
      product: thing,
      Product: thing && capital(thing),
      craft: subject.isCraft ? "yes" : undefined,
      step,
      Step: step && capital(step),
      who: speaker ?? "the presenter",
      we,
      our,
      us,
      We: capital(we!),
      Our: capital(our!),
    },
  };
}

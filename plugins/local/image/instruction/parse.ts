import { backgroundRules } from "./background";
import { captionPattern, parseCaption, takeTexts } from "./captions";
import { colorRules } from "./colors";
import { effectRules } from "./effects";
import { type Operation, phases, type Rule } from "./operation";
import { shapeRules } from "./shapes";
import { toneRules } from "./tones";

/** Earlier rules match first: "black and white" before colours, "flip horizontally" before formats. */
const rules: readonly Rule[] = [...backgroundRules, ...shapeRules, ...colorRules, ...effectRules, ...toneRules];

const filler = new Set(
  (
    "please kindly can could would you i we want need like let's make made making it its this that these the a an my our image picture photo photograph pic shot " +
    "portrait landscape selfie and then also plus add apply use do give turn convert change set put get have be is are look looks looking feel effect filter style tone tones " +
    "with in of to into for on at by as so just some more bit little colors colours color colour me whole entire overall everything all finally first next thanks " +
    "corners size version " +
    "bitte mach mache das dem den die der bild foto ein eine einen und mit auf zu es etwas auch dann füge hinzu hinzufügen schneide machen " +
    "rends rendre faire fais mets ajoute l'image image photo le la les un une et avec en plus s'il vous te plaît " +
    "haz hazlo hazla hacer pon la el imagen foto un una y con en más por favor"
  ).split(" "),
);
/** Names for the masked area in an instruction. */
const maskFiller = new Set(
  "background foreground area region part selection selected masked mask subject inside there here only hintergrund arrière-plan fondo sky face person object".split(
    " ",
  ),
);

export interface Instruction {
  /** Operations, in order. */
  operations: Operation[];
  /** Parts of the instruction that were not understood, as written. */
  unknown: string[];
}

/** Parses an instruction. Words that belong to no operation and are not plain filler make their clause unknown. */
export function parseInstruction(instruction: string, masked = false): Instruction {
  const { text, texts } = takeTexts(instruction.normalize("NFC").replace(/[’]/g, "'").replace(/\s+/g, " "));
  const parsed: { operation: Operation; at: number }[] = [];
  // Blank out parsed words, so that the rest keeps its position.
  const take = (from: string, pattern: RegExp, make: (match: RegExpExecArray) => Operation | undefined) => {
    let left = from;
    for (const match of from.matchAll(pattern)) {
      const operation = make(match);
      if (!operation) continue;
      parsed.push({ operation, at: match.index });
      const end = match.index + match[0].length;
      left = left.slice(0, match.index) + " ".repeat(match[0].length) + left.slice(end);
    }
    return left;
  };
  let left = take(text, captionPattern, (match) =>
    parseCaption(match[0], texts[Number(match.groups?.index)]!, parsed.length > 0),
  );
  for (const rule of rules) left = take(left, rule.pattern, (match) => rule.make(match.groups ?? {}));

  const operations = parsed
    .toSorted((a, b) => phases.indexOf(a.operation.phase) - phases.indexOf(b.operation.phase) || a.at - b.at)
    .map(({ operation }) => operation)
    // "9:16 vertical" names the same shape twice.
    .filter(({ label, kind }, i, all) => kind !== "canvas" || all[i - 1]?.label !== label);
  return { operations, unknown: unknownClauses(text, left, masked).map((clause) => withTexts(clause, texts)) };
}

function unknownClauses(text: string, left: string, masked: boolean): string[] {
  const clauses: string[] = [];
  for (const { index, 0: clause } of text.matchAll(/(?:(?!\s(?:and|then|but|und|et|y)\s|[,;.!?](?:\s|$)).)+/gu)) {
    const words = left.slice(index, index + clause.length).match(/[\p{L}\p{M}\p{N}#%'-]+|\uE000/gu) ?? [];
    const strange = words.some((word) => {
      const plain = word.toLowerCase();
      return !filler.has(plain) && !(masked && maskFiller.has(plain));
    });
    if (strange) clauses.push(clause.trim().replace(/^(?:and|then|but|und|et|y)\s+/iu, ""));
  }
  return clauses;
}

function withTexts(clause: string, texts: readonly string[]): string {
  return clause.replace(/\uE000(\d+)\uE001/gu, (_, index: string) => `“${texts[Number(index)]}”`);
}

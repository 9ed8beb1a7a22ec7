/** Parses a prompt and its context as the content of a clip or a poster. */
import { isStyle } from "../draw/moods";
import { isShown, type Part, readParts } from "../prompt/parts";
import { type Item, LONGEST_SENTENCE, Reader } from "./items";
import { detectLanguage, getLanguage, isCertain, type Language } from "./languages/index";
import { countWords, normalizeText, splitClauses, toLine, trimEnd } from "./text";

/** A stored product, persona, message, style or character. */
export interface Source {
  name?: string | undefined;
  description?: string | undefined;
  body?: string | undefined;
  messaging?: string | undefined;
  promptTemplate?: string | undefined;
  /** The brand's colours, as hex. */
  colors?: string[] | undefined;
}

export interface ParseInput {
  prompt: string;
  product?: Source | undefined;
  persona?: Source | undefined;
  messaging?: Source | undefined;
  style?: Source | undefined;
  character?: Source | undefined;
  brand?: Partial<Pick<Source, "name" | "colors">> | undefined;
  negativePrompt?: string | undefined;
  /** A call to action to end with, or `auto`. */
  callToAction?: string | undefined;
}

export interface Content {
  /** The prompt, cut into words for the viewer and words for the maker. */
  parts: Part[];
  language: Language;
  items: Item[];
  hook?: string;
  cta?: string;
  /** A call to action for a prompt without one. */
  callToAction?: string;
  brand: string;
  /** Instructions about the look, with colours and moods. */
  look: string;
  /** Content that must not be shown. */
  avoid: string;
  /** All content, used to choose icons and palettes. */
  subject: string;
  /** Descriptions of footage, which cannot be created. */
  footage: string[];
  /** The brand's colours, as hex. */
  colors: string[];
}

export function parsePrompt(input: ParseInput): Content {
  const { product, messaging, style, persona, character, brand: kit } = input;
  const parts = readStyle(readParts(input.prompt));
  const shown = parts.filter(({ label }) => isShown(label)).map((part) => part.text);
  const language = getLanguage(
    detectLanguage(shown.join("") || [messaging?.body, product?.description].filter(Boolean).join(" ") || input.prompt)
      .code,
  );
  const reader = new Reader(language);
  reader.read(parts);
  addSources(reader, input);
  // A prompt without words for the viewer still needs some: its first shot, or itself.
  if (reader.items.length === 0 && reader.hook === undefined && reader.cta === undefined && !reader.brand) {
    const [shot = ""] = splitClauses(reader.footage[0] ?? "", language);
    reader.items.push({ kind: "text", text: toLine((shot || normalizeText(input.prompt)).slice(0, LONGEST_SENTENCE)) });
  }
  const brand = reader.brand || product?.name?.trim() || kit?.name?.trim() || "";
  const subject = [
    reader.hook,
    ...reader.items.map((item) => `${item.text} ${item.subtext ?? ""}`),
    product?.name,
    product?.description,
  ].filter(Boolean);
  const looks = [style?.name, style?.description, persona?.description, character?.description].filter(Boolean);
  return {
    parts,
    language,
    items: reader.items,
    ...(reader.hook ? { hook: reader.hook } : {}),
    ...(reader.cta ? { cta: reader.cta } : {}),
    ...(input.callToAction ? { callToAction: chooseCall(input.callToAction, reader, shown.join("")) } : {}),
    brand: trimEnd(brand),
    look: [...reader.look, ...reader.footage, ...looks, getTemplateLook(style?.promptTemplate)].join(". "),
    avoid: [...reader.avoid, input.negativePrompt ?? ""].filter(Boolean).join(", "),
    subject: subject.join(" "),
    footage: reader.footage,
    colors: product?.colors ?? style?.colors ?? kit?.colors ?? [],
  };
}

/** "Minimal. Pottery evenings for beginners." begins with a look, "Bold. Fast. Yours." with a headline. */
function readStyle(parts: Part[]): Part[] {
  const [first, next] = parts;
  const isLook =
    first && next && isShown(first.label) && isStyle(trimEnd(first.text)) && countWords(next.text) >= LEAST_AFTER_STYLE;
  return isLook ? [{ ...first, label: "style", certain: true }, ...parts.slice(1)] : parts;
}

/** Words of the sentence after a look. */
const LEAST_AFTER_STYLE = 3;

/** Returns the colours of a style's template. Shadows and lights only apply to photographs. */
const getTemplateLook = (template = ""): string =>
  (
    template.match(
      /(?:#[0-9a-f]{6}|#[0-9a-f]{3})\b|[^,.]*\b(?:background|backdrop|palette|minimal|clean|modern|luxury|playful|calm|energetic)\b[^,.]*/giu,
    ) ?? []
  ).join(", ");

/** Returns the requested call to action. `auto` needs an offer or a contact, and a language that is certain. */
function chooseCall(requested: string, { items, language }: Reader, text: string): string {
  if (requested !== "auto") return requested;
  if (!isCertain(text)) return "";
  if (items.some(({ kind }) => kind === "offer")) return language.calls.sale;
  return items.some(({ kind }) => kind === "contact") ? language.calls.generic : "";
}

const ENOUGH = 3;

/** Adds the stored message and the product's description if the prompt has little content. */
function addSources(reader: Reader, { product, messaging }: ParseInput): void {
  const count = reader.items.filter(({ kind }) => kind !== "call").length + (reader.hook ? 1 : 0);
  const stored = [messaging?.body, product?.messaging, product?.description].filter((text): text is string =>
    Boolean(text),
  );
  if (count < ENOUGH)
    for (const text of stored) reader.read([{ label: "viewer", text, start: 0, end: 0, certain: true }]);
  if (reader.items.length === 0 && reader.hook === undefined && product?.name)
    reader.items.push({ kind: "text", text: product.name.trim() });
}

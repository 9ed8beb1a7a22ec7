/** Parses a prompt and its context as the content of a clip or a poster. */
import { findClaims, toTitle } from "./footage";
import { detectLanguage, getLanguage, type Language } from "./languages/index";
import { stripOrder } from "./orders";
import { type Item, LONGEST_SENTENCE, Reader } from "./reader";
import { isMeaningful, normalizeText, splitSentences, toLine, trimEnd } from "./text";

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
}

export interface Content {
  language: Language;
  items: Item[];
  hook?: string;
  cta?: string;
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

const notBrands =
  /^(?:Instagram|TikTok|YouTube|Facebook|LinkedIn|Christmas|Black Friday|Valentine|Easter|Halloween|Mother|Father|Gen Z|The|A|An|My|Our|I|You|Your|Google|App Store|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Series|Step|Scene|New|Summer|Winter|Spring|Autumn|Free|GDPR|Vitamin)\b/u;

const NAME =
  "((?:\\p{Lu}[\\p{L}\\p{N}’'-]*)(?:\\s(?:&\\s)?(?:\\p{Lu}[\\p{L}\\p{N}’'-]*(?:\\.(?=[\\p{L}\\p{N}])[\\p{L}\\p{N}]+)*)){0,3})";

/** Names in "by Nightowl", "Meet Glow Serum", "our app FitTrack"; not in "CEO of Acme". */
function findBrand(text: string): string {
  const patterns = [
    new RegExp(`\\b(?:called|named|namens|appelée?|llamad[oa]|chiamat[oa]|chamad[oa])\\s${NAME}`, "u"),
    new RegExp(`\\blogo\\s(?:of\\s|for\\s)?${NAME}`, "u"),
    new RegExp(`(?<!["”»]\\s)\\b(?:[Bb]y|[Ii]ntroducing|[Mm]eet|[Aa]ll of us at|presents?)\\s${NAME}`, "u"),
    new RegExp(
      `\\b(?:our|my|new|the|unsere?)\\s(?:[\\p{Ll}-]+\\s){0,3}(?:app|brand|shop|store|company|startup|café|cafe|restaurant|studio|salon|bakery|agency|tool|platform|software|gym|Marke|Firma|drink)\\s${NAME}`,
      "u",
    ),
    new RegExp(`^(?:[^.!?]{0,40}\\b(?:for|für|pour|para|per)\\s)${NAME},\\s(?:the|an?|our|my|die|der|das)\\b`, "u"),
    /(?<![\p{L}./@])(\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+\p{L}*)(?!\p{L})/u,
  ];
  for (const pattern of patterns) {
    const name = trimEnd(pattern.exec(text)?.[1] ?? "");
    if (name.length > 1 && !notBrands.test(name)) return name;
  }
  return "";
}

export function parsePrompt(input: ParseInput): Content {
  const { product, messaging, style, persona, character, brand: kit } = input;
  const text = normalizeText(input.prompt);
  const language = findLanguage(text, [messaging?.body, product?.description].filter(Boolean).join(" "));
  const reader = new Reader(language);
  reader.read(text);
  addFootage(reader, input);
  addSources(reader, input);
  // "Viral video" names no subject, so only its own words can be shown.
  if (reader.items.length === 0 && reader.hook === undefined && reader.cta === undefined && !reader.brand)
    reader.items.push({ kind: "text", text: toLine(text.slice(0, LONGEST_SENTENCE)) });
  const brand = reader.brand || product?.name?.trim() || findBrand(text) || kit?.name?.trim() || "";
  const subject = [
    reader.topic,
    reader.hook,
    ...reader.items.map((item) => `${item.text} ${item.subtext ?? ""}`),
    product?.name,
    product?.description,
  ].filter(Boolean);
  const looks = [style?.name, style?.description, persona?.description, character?.description].filter(Boolean);
  return {
    language,
    items: reader.items,
    ...(reader.hook ? { hook: reader.hook } : {}),
    ...(reader.cta ? { cta: reader.cta } : {}),
    brand: trimEnd(brand),
    look: [...reader.look, ...reader.footage, ...looks, getTemplateLook(style?.promptTemplate)].join(". "),
    avoid: [...reader.avoid, input.negativePrompt ?? ""].filter(Boolean).join(", "),
    subject: subject.join(" "),
    footage: reader.footage,
    colors: product?.colors ?? style?.colors ?? kit?.colors ?? [],
  };
}

/** Returns the language of the viewer's text. Instructions may be in another one. */
function findLanguage(text: string, stored: string): Language {
  const whole = detectLanguage(text);
  if (whole.score === 0 && stored) return getLanguage(detectLanguage(stored).code);
  const first = getLanguage(whole.code);
  const message = splitSentences(text.slice(0, 1500))
    .map((sentence) => stripOrder(sentence, first).rest)
    .join(" ");
  const detected = detectLanguage(message, whole.code);
  return detected.score >= 2 ? getLanguage(detected.code) : first;
}

/** Returns the colours of a style's template. Shadows and lights only apply to photographs. */
const getTemplateLook = (template = ""): string =>
  (
    template.match(
      /(?:#[0-9a-f]{6}|#[0-9a-f]{3})\b|[^,.]*\b(?:background|backdrop|palette|minimal|clean|modern|luxury|playful|calm|energetic)\b[^,.]*/giu,
    ) ?? []
  ).join(", ");

/** Returns the best honest text for a description of footage: the product, its claims, or the subject as a title. */
function addFootage(reader: Reader, input: ParseInput): void {
  const { footage, items, hook, language } = reader;
  if (footage.length === 0) return;
  const { product, claims, cta } = findClaims(footage.join(". "));
  if (cta) reader.cta ??= cta;
  const hasWords = items.length > 0 || hook !== undefined;
  if (product && !hasWords && !input.product) items.push({ kind: "text", text: product });
  for (const claim of claims) items.push({ kind: "text", text: claim });
  if (items.length > 0 || hook !== undefined || input.product?.name) return;
  const title = toTitle(footage[0]!, language);
  if (isMeaningful(title)) items.push({ kind: "text", text: title });
}

const ENOUGH = 3;

/** Adds the stored message and the product's description if the prompt has little content. */
function addSources(reader: Reader, { product, messaging }: ParseInput): void {
  const count = reader.items.filter(({ kind }) => kind !== "call").length + (reader.hook ? 1 : 0);
  const stored = [messaging?.body, product?.messaging, product?.description].filter((text): text is string =>
    Boolean(text),
  );
  if (count < ENOUGH) for (const text of stored) reader.read(normalizeText(text));
  if (reader.items.length === 0 && reader.hook === undefined && product?.name)
    reader.items.push({ kind: "text", text: product.name.trim() });
}

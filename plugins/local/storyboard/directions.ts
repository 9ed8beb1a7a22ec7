/** Instructions for the design: style, music, camera, audience, and content to avoid. They are never shown. */
import { colorNamed } from "../draw/colorwords";
import type { Language } from "./languages/index";

const technical =
  /^(?:\p{N}+(?:[.,]\p{N}+)?\s?-?\s?(?:seconds?|secs?|s|sekunden|secondes|segundos|secondi|секунд\p{L}*|秒|초|k|px|fps|p)(?:\s(?:long|lang|max|clip|video))?|(?:9:16|16:9|1:1|4:5|5:4|3:4|4:3|2:3|3:2|21:9)(?:\s(?:\P{N}{0,20}|\p{N}{3,4}\s?(?:p|[x×]\s?\p{N}{3,4})))?|\p{N}{3,4}\s?[x×]\s?\p{N}{3,4}|(?:max|about|around|approx|ca)\.?\s\p{N}+\s?(?:seconds?|s|sec))$/iu;

const preposition =
  /^(?:in|with|using|on|against|mit|auf|vor|im|in einem|avec|dans|sur|con|en|sobre|su|com|em|с|в|на|بـ|met|op)(?:\s|$)/iu;

const platformOnly =
  /^(?:for|on|für|pour|para|per|auf)?\s*(?:the\s)?(?:instagram|tiktok|youtube|facebook|linkedin|reels|shorts|stories|social media|ig)(?:\s?(?:,|and|&|und|et|y|e|\/)\s?(?:instagram|tiktok|youtube|reels|shorts|stories|facebook))*(?:\s(?:reels?|stories|shorts|feed))?$/iu;

/** True for "on TikTok". */
export const isChannel = (clause: string): boolean => platformOnly.test(clause.replace(/[\s.!]+$/u, ""));

const should =
  /\b(?:should|must|needs? to|has to|shall|ought to|soll(?:te|ten|en)?|muss|müssen|doit|doivent|devrait|debe|deben|debería|deve|devono|dovrebbe|devem|deveria|must not|moet|moeten)\b|должн/iu;

/**
 * True if a clause only contains an instruction: "in a minimalist style", "use warm colours", "15 seconds", "no text on
 * screen".
 */
export function isDirection(clause: string, language: Language): boolean {
  const text = clause
    .replace(/[\s.!。！,;]+$/u, "")
    .replace(/^(?:and|und|et|y|e|but|also|please|bitte|plus)\s+/iu, "")
    .trim();
  if (text === "") return false;
  if (technical.test(text) || platformOnly.test(text)) return true;
  if (isStyleOnly(text, language)) return true;
  const words = text.split(/\s+/).length;
  if (preposition.test(text) && words <= 9 && endsWithProduction(text, language)) return true;
  if (isNegative(text, language)) return true;
  if (/^(?:target(?:ing)?|aimed at|aim for|zielgruppe|suitable for|(?:the )?(?:target )?audience)\b/iu.test(text))
    return true;
  if (isAboutProduction(text, language)) return true;
  return isProductionOrder(text, language);
}

const question =
  /^(?:why|how|what|when|who|where|warum|wieso|wie|was|pourquoi|comment|por qué|cómo|perché|come)(?![\p{L}])/iu;

/** Patterns for "The music should be calm", "It should feel premium", "Music: calm". */
export function isAboutProduction(text: string, language: Language): boolean {
  if (question.test(text)) return false;
  const spot = should.exec(text);
  if (spot) {
    const subject = text.slice(0, spot.index);
    if (/^(?:it|this|that|everything|es|das|alles|ça|cela|esto|todo|tutto|isto|tudo)\s*$/iu.test(subject)) return true;
    return language.has("production", subject) && subject.split(/\s+/).length <= 6;
  }
  const subject =
    /^(?:the |overall |der |die |das |le |la |el |il |o |a )?((?:[\p{L}-]+\s){0,2}?[\p{L}-]+)\s(?:is|are|ist|sind|est|sont|es|son|è|sono|são|feels?|stays?)\s/iu.exec(
      text,
    )?.[1];
  return (
    subject !== undefined &&
    /^(?:target audience|audience|style|tone|mood|music|vibe|format|aesthetic|zielgruppe|stil|musik|ton|style|ambiance|musique|estilo|música|stile|musica|colou?r palette|color scheme)$/iu.test(
      subject,
    )
  );
}

/** Patterns for "use warm colours", "keep it short", "make sure the logo is big", "start with a strong hook". */
function isProductionOrder(text: string, language: Language): boolean {
  const verb = language.leading("direct", text);
  if (!verb) return false;
  if (
    /^(?:feel free|make sure|ensure|make it|make the|make them|keep it|give it|it should|let it|should be|stick to|go for|go with|try to|achte)$/iu.test(
      verb,
    )
  ) {
    const rest = text.slice(verb.length);
    return (
      !/["“„«'‘]/u.test(text) &&
      (language.has("production", rest) || language.has("style", rest) || language.has("medium", rest))
    );
  }
  if (/^(?:keep) (?:it|everything|the video|the tone)\b/iu.test(text)) return true;
  const object = text.slice(verb.length);
  // A quotation, a price or a URL is always content.
  if (/["“„«]|\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}|\w\.(?:com|de|org|net|io|fr|es|it|co)\b/u.test(object)) return false;
  if (
    language.has("style", object) &&
    language
      .strip("style", object)
      .replace(/(?:^|\s)(?:a|an|the|and|eine?n?|und|un|une|una|um|uma|et|y|e)(?=\s|$)|[^\p{L}]/giu, "") === ""
  )
    return true;
  const core = object.split(/\s(?:for|with|that|to|of|in|für|mit|pour|avec|para|con|per|com)\s/iu)[0] ?? object;
  return (
    language.has("production", core) ||
    (isEnd(verb) && /\b(?:hook|question|strong|bang|call to action|cta|logo|slogan|fade)\b/iu.test(object))
  );
}

const isEnd = (verb: string): boolean => /with|on|mit|par|con|com$/iu.test(verb);

/** Patterns for "no text on screen", "don't show blue", "without people"; not "don't miss it" or "no sugar". */
export function isNegative(text: string, language: Language): boolean {
  const not = language.leading("not", text);
  if (!not) return false;
  const object = text.slice(not.length).trim();
  const verb =
    /^(?:use|using|show|showing|include|including|add|put|have|make it|make|mention|be|get|go|feel|look|verwende\p{L}*|zeige?\p{L}*|utilis\p{L}*|montr\p{L}*|us[ae]\p{L}*|muestr\p{L}*|mostr\p{L}*|any)\s/iu.exec(
      object,
    )?.[0] ?? "";
  if (verb !== "")
    return (
      !/^(?:mention|get|go|have|be|make)\s$/iu.test(verb) ||
      language.has("production", object) ||
      language.has("style", object) ||
      /^(?:make it|mention)/iu.test(verb)
    );
  return (
    object.split(/\s+/).length <= 5 &&
    language.has("production", object) &&
    !/^(?:camera|color|text)s?\s(?:needed|required)/iu.test(object)
  );
}

function isStyleOnly(text: string, language: Language): boolean {
  const words = text.split(/\s+/).length;
  if (words > 9 || !(language.has("style", text) || language.has("camera", text))) return false;
  const rest = language.strip("production", language.strip("style", language.strip("camera", text)));
  const left = rest
    .replace(
      /(?:^|\s)(?:and|&|und|et|y|e|very|sehr|très|muy|molto|the|a|an|of|but|not|too|really|super|with|for|feel|like)(?=\s|$)/giu,
      " ",
    )
    .replace(/[^\p{L}\p{N}]+/gu, "");
  return left === "" && (words > 1 || language.has("style", text)) && !isSingleNoun(text);
}

/** Words that can be style or subject. Alone they are the subject. */
const isSingleNoun = (text: string): boolean =>
  /^(?:music|camera|logo|text|video|people|light|black|white|gold|fun|short|fast|instagram|tiktok|youtube|natural|organic|fresh|beautiful|sunset|sunrise|strong|premium|vintage|simple|clean|icons?|seconds?|loud|quiet|young|sharp|smooth|warm)$/iu.test(
    text,
  );

/** Words that are just as often part of a product: "available in gold", "made for people". */
const ambiguous =
  /\b(?:people|faces|energy|light|lights|language|frames?|photos|seconds?|text|logos?|video|image|red|orange|yellow|green|blue|purple|pink|black|white|gr[ae]y|brown|gold|silver|teal|navy|rot|blau|grün|gelb|schwarz|weiß|rouge|bleu|vert|noir|blanc|rojo|azul|verde|negro|blanco|rosso|blu|nero|bianco)$/iu;

function endsWithProduction(text: string, language: Language): boolean {
  if (ambiguous.test(text)) return false;
  const words = text.split(/\s+/);
  return (
    [1, 2, 3].some(
      (count) => language.leading("production", words.slice(-count).join(" ")) === words.slice(-count).join(" "),
    ) ||
    (language.has("production", text) &&
      language.strip("style", language.strip("production", text)).split(/\s+/).length <= 3)
  );
}

/** Matches "Beige and black.": several colors alone are an instruction. */
export function isPalette(sentence: string, language: Language): boolean {
  const words = sentence.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < 2 || words.length > 8) return false;
  const colors = words.filter((word) => colorNamed(word) !== undefined).length;
  const others = words.filter(
    (word) =>
      colorNamed(word) === undefined &&
      !language.has("and", word) &&
      !/^(?:dark|light|bright|pale|deep|soft|warm|matte|dunkel|hell|tones?|colou?rs?)$/iu.test(word),
  );
  return colors >= 2 && others.length === 0;
}

/** Returns the colours and terms of "don't show blue", "no people". */
export const readNegative = (clause: string, language: Language): string =>
  clause.slice(language.leading("not", clause).length).trim();

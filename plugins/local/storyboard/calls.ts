/** Calls to action. */
import type { Language } from "./languages/index";
import { countWords } from "./text";

const decoration = /^(?:\p{Emoji_Modifier}|\p{Extended_Pictographic}|\ufe0f|\u200d|\u20e3|[\s¡→>*"“'-])+/u;
const lead =
  /^(?:so|and|then|now|today|just|simply|please|also|dann|also|einfach|und|alors|puis|entonces|y|allora|e|então|então|só)[\s,]+/iu;
/** Statements that begin like a call to action: "Get well soon", "Save a life" with a subject. */
const statement =
  /^(?:see results|start seeing|come as|come for the|watch your|get ready for the|share the love|call it|find yourself|book club|order of|bring(?:s|ing)|read(?:s|ing)|save lives)\b/iu;
const questionWord = /^(?:how|why|what|when|where|who|which|did|do|does|is|are|can|would|could|have|has)\b/iu;

/** True if the sentence asks the viewer to do something. */
export function isCall(sentence: string, language: Language): boolean {
  const text = sentence.replace(decoration, "").replace(lead, "").trim();
  if (text === "" || /[?？؟]\s*$/u.test(text) || statement.test(text) || questionWord.test(text)) return false;
  if (countWords(text) > 22) return false;
  if (language.starts("call", text))
    return (
      !/^(?:\p{L}+)\s+(?:is|are|was|were|can|will|ist|sind|est|es|è|é)\s/iu.test(text) ||
      language.has("callAnywhere", text)
    );
  return language.has("callAnywhere", text);
}

/** A notice without a request: "Wir haben geschlossen". */
const notice =
  /(?<!\p{L})(?:closed|we(?:'re| are) (?:moving|back)|geschlossen|betriebsferien|fermé[es]?|cerrad[oa]s?|chius[oi]|fechad[oa]s?|gesloten|закрыт[оы]?)(?!\p{L})/iu;

export type Purpose = keyof Language["calls"] | "none";

/** Podcasts and music, which are listened to. */
const audio =
  /(?<![\p{L}])(?:podcasts?|spotify|apple music|soundcloud|подкаст|ポッドキャスト|팟캐스트|播客|بودكاست|पॉडकास्ट)(?![\p{L}])/iu;

/** Determines the purpose of a prompt, which selects the call to action if the prompt contains none. */
export function findPurpose(
  text: string,
  facts: { steps: boolean; offer: boolean; quoteOnly: boolean },
  language: Language,
): Purpose {
  if (facts.quoteOnly) return "none";
  const plain = text.replace(/[\p{Extended_Pictographic}]/gu, " ").trim();
  if (language.has("greeting", plain)) return facts.offer ? "sale" : "none";
  if (language.has("job", plain)) return "job";
  if (facts.steps) return "save";
  if (!facts.offer && notice.test(plain)) return "none";
  const dated = language.has("weekdays", plain) || language.has("months", plain);
  if (language.has("event", plain) && (dated || !facts.offer)) return "event";
  if (facts.offer) return "sale";
  if (audio.test(plain)) return "listen";
  if (language.has("guide", plain.slice(0, 120))) return "save";
  return "generic";
}

/** Calls to action. */
import type { Language } from "./languages/index";
import { countWords } from "./text";

const decoration = /^(?:\p{Emoji_Modifier}|\p{Extended_Pictographic}|\ufe0f|\u200d|\u20e3|[\s¡→>*"“'-])+/u;
const lead =
  /^(?:so|and|then|now|today|just|simply|please|also|dann|also|einfach|und|alors|puis|entonces|y|allora|e|então|então|só)[\s,]+/iu;
/** Statements that begin like a call to action: "Get well soon", "Save a life" with a subject, "Start 3 March". */
const statement =
  /^(?:see results|start seeing|come as|come for the|watch your|get ready for the|share the love|call it|find yourself|book club|order of|bring(?:s|ing)|read(?:s|ing)|save lives|start \p{N}+)\b/iu;
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

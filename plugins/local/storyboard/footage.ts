/** Prompts that describe footage, which a motion-graphics engine cannot create. */
import type { Language } from "./languages/index";
import { splitClauses, toLine } from "./text";

const gerund =
  /^(?:an? |the |two |three |some |young |old |my )?(?:[\p{L}-]+ ){0,5}?(?:\p{L}+ing|wearing|sitting)\b(?!\s+(?:app|studio|school|salon|parlou?r|shop|store|tool|services?|class(?:es)?|lessons?|courses?|camp|club|academy|cent(?:re|er)|clinic|company|business|coach|workshops?|sessions?|products?|kit|gym|shoes|machine|pot|soon|now)\b)/iu;
const acts =
  /\b(?:walks?|runs?|holds?|drinks?|talks?|looks?|smiles?|sits?|stands?|opens?|picks?|shows?|plays?|drives?|rides?|dances?|jumps?|unbox(?:es)?|applies|pours|pour(?=\s(?:an?|the|some|milk|water|coffee|hot)\b)|enters?|turns?|reacts?|eats?|cooks?|speaks?|wakes?|laughs?|trinkt|hält|läuft|geht|sitzt|steht|lächelt|spielt|boit|tient|marche|court|sourit|joue|bebe|sostiene|camina|corre|sonríe|juega|beve|tiene|cammina|sorride|gioca|segura|anda|sorri|joga)\b/iu;
const filmHead =
  /^(?:the )?(?:video|clip|ad|camera|scene|shot|image|first scene|opening shot|das video|la vidéo|el vídeo|el video|il video|o vídeo)\s(?:should |must |needs to |will |soll |doit |debe |deve |has to )?(?:show|shows|open|opens|start|starts|begin|begins|pan|pans|zoom|zooms|cut|cuts|end|ends|feature|features|follow|follows|zeigt|zeigen|montre|montrer|muestra|mostrar|mostra|mostrare|mostre|fade|fades)\b/iu;

/** A topic or advice instead of footage: "why people should stop skipping breakfast". */
const topic =
  /^(?:why|how|what|when|who|which|should|stop|never|don't|do not|\p{N}+ (?:\p{L}+ )?(?:things|reasons|tips|ways|mistakes|facts))\b|\b(?:should|must|need to|have to)\b/iu;

/** True if a sentence describes footage. `ordered` is true for text after "a video showing". */
export function isFootage(sentence: string, language: Language, ordered: boolean): boolean {
  const text = sentence.trim();
  if (filmHead.test(text)) return true;
  if (topic.test(text)) return false;
  const speaksToViewer =
    /\b(?:you|your|we|our|us|dein\p{L}*|ihr\p{L}*|wir|unser\p{L}*|vous|votre|notre|tu|tus|su|nuestr\p{L}*|nostr\p{L}*|você|seu|noss\p{L}*)\b/iu.test(
      text,
    );
  const person = language.find("person", text);
  const camera = language.find("camera", text);
  if (
    camera &&
    (!speaksToViewer || ordered) &&
    camera.index < 60 &&
    !/^(?:[\p{L}-]+ ){0,2}(?:camera|lens|drone)s?\b.{0,30}(?:\p{Sc}|sale|off)/iu.test(text)
  )
    return true;
  if (!person) return false;
  const early = person.index <= 36;
  const describes = gerund.test(text) && text.search(/\p{L}+ing\b/u) > person.index;
  if (early && describes && !/\b(?:is|are|was|were|have|has|will)\b/iu.test(text) && !speaksToViewer) return true;
  return (
    early &&
    /^(?:an?|the|two|three|ein|eine|zwei|un|une|una|um|uma|een|young|old|\p{Lu}\p{L}+)\s/iu.test(text) &&
    acts.test(text) &&
    (ordered || !speaksToViewer)
  );
}

/**
 * Returns the subject of a description as a title: "mountains at sunrise" for "a cinematic drone shot of mountains at
 * sunrise".
 */
export function toTitle(description: string, language: Language): string {
  const [first = ""] = splitClauses(description, language).filter((clause) => !isOnlyLook(clause, language));
  const head =
    /^(?:an? |the |ein[ea]? |une? |una? |um |uma )?(?:[\p{L}\p{N}-]+ ){0,5}?(?:shots?|view|footage|video|clip|timelapse|time-lapse|close-up|aufnahme|plan|toma|ripresa|tomada|vue)\s(?:of|von|de|du|di|d['’])\s?/iu;
  let text = first.replace(head, "");
  text = text
    .replace(filmHead, "")
    .replace(/^(?:just |only |please )*(?:show|use|display|film|capture)\s/iu, "")
    .replace(/\s(?:footage|b-roll|shots?|clips?|video)\b/iu, "")
    .trim();
  return toLine(text.replace(/\s(?:with|in|at) (?:a |an |the )?(?:slow motion|4k|8k)\b.*$/iu, ""));
}

const isOnlyLook = (clause: string, language: Language): boolean =>
  language
    .strip("style", language.strip("camera", language.strip("production", clause)))
    .replace(/\b(?:a|an|the|of|and|in|with|very|movement|neon)\b|[^\p{L}]/giu, "").length < 3;

/** Returns the advertising text inside a description: the product, claims and the call to action. */
export interface Claims {
  product: string;
  claims: string[];
  cta: string;
}

export function findClaims(text: string): Claims {
  const product =
    /\b(?:our|my|unsere?[nmrs]?|meine?[nmrs]?|notre|nos|mon|ma|nuestr[oa]|mi|nostr[oa]|noss[oa]|meu|minha)\s((?:[\p{L}\p{N}&'’-]+\s?){1,4}?)(?=\s(?:to|in|on|at|for|with|and|while|into|from|that|which|is|are|talks?|shows?|zur|in|und|mit|à|dans|et|avec|a|en|y|con|e|com|próximo)\b|[,.!?]|$)/iu.exec(
      text,
    )?.[1];
  const topics = [
    ...text.matchAll(
      /\b(?:talks? about|says?|tells?(?: us| viewers)?|explains?|speaks? about|mentions?|describes?|erzählt|sagt|erklärt|raconte|dit|explique|cuenta|dice|explica|racconta|diz|conta)\s(?:about\s)?(?:how|that|dass|wie|que|comment|cómo|che|come|como)\s([^,.;!?]{4,120})/giu,
    ),
  ].map((match) => toLine(match[1]!));
  const after =
    /\bbefore[ -](?:and|&|\/)[ -]after\b|vorher[ -](?:und |\/)?nachher|avant[ -](?:et[ -])?après|antes y después|prima e dopo|antes e depois/iu.exec(
      text,
    )?.[0];
  const cta =
    /\b(?:call[- ]to[- ]action|cta|endet mit|ends? (?:with|by)|finish(?:es)? (?:with|by))\s(?:to|that says|telling (?:viewers|people|them) to|asking (?:viewers|people) to|inviting (?:viewers|people) to)\s([^.;!?\n]{3,80})/iu.exec(
      text,
    )?.[1];
  return {
    product: product ? toLine(product) : "",
    claims: [...topics, ...(after ? [toLine(after)] : [])],
    cta: cta ? toLine(cta) : "",
  };
}

/** Texts that a prompt puts in quotation marks, by what they are for, and the prompt without them. */
export interface Quotes {
  hook?: string;
  cta?: string;
  brand?: string;
  rest: string;
}

const quoted =
  /["“„«»「『]\s*([^"”“»«」』\n]{1,160}?)\s*["”“»«」』]|(?<![\p{L}\p{N}])['‘‚]([^'’‘\n]{2,160})['’](?![\p{L}\p{N}])/gu;
const beforeHook =
  /(?:\b(?:headline|title|hook|text|words?|caption|slogan|tagline|says?|saying|reads?|reading|titled|überschrift|titel|titre|texte|título|texto|titolo|testo|aufschrift|schriftzug|steht)|заголовок|надпись|надписью|текст|текстом|見出し|标题|文字)[^\p{L}\p{N}]*$/iu;
const beforeCta =
  /\b(?:cta|call to action|button|button text|end with|ends with|ending with|knopf|bouton|botón|bottone|кнопка)[^\p{L}\p{N}]*(?:that says|saying)?[^\p{L}\p{N}]*$/iu;

/**
 * Sorts quoted texts: what follows "headline", "says" or "button" is that; other long quotes are the hook, and short
 * ones are names. Names stay in the sentence, the others are taken out of it.
 */
export function takeQuotes(prompt: string): Quotes {
  const quotes: Quotes = { rest: "" };
  quotes.rest = prompt
    .replace(quoted, (match, double: string | undefined, single: string | undefined, at: number) => {
      const text = (double ?? single ?? "").trim();
      const before = prompt.slice(Math.max(0, at - 40), at);
      if (beforeCta.test(before)) quotes.cta ??= text;
      else if (beforeHook.test(before)) quotes.hook ??= text;
      else if (text.split(/\s+/).length > 3 || /[!?。！？]$/u.test(text)) quotes.hook ??= text;
      else {
        quotes.brand ??= text;
        return text;
      }
      return match === prompt ? text : " ";
    })
    .replace(
      /(?:,?\s*(?:\b(?:and|with|und|mit|et|avec|y|con)\s+)?(?:\b(?:a|an|the)\s+)?\b(?:headline|title|text|words?|slogan|tagline|that says|which says|saying|button|cta|call to action|that reads|end(?:s|ing)? with)\b\s*)+(?=\s{2}|\s*[.,]|\s*$)/giu,
      " ",
    )
    .replace(/ {2,}/g, " ")
    .trim();
  return quotes;
}

/** OpenAI accepts 4096 characters and 2000 tokens at a time. In some scripts each character is a token. */
const MAX_PIECE = 2000;
const sentences = new Intl.Segmenter("und", { granularity: "sentence" });

/**
 * Splits a text to be spoken into parts of at most `limit` characters: between sentences, else between words, else
 * anywhere.
 *
 * @example splitText("One. Two.", 5); // ["One.", "Two."]
 */
export function splitText(text: string, limit = MAX_PIECE): string[] {
  const all: string[] = [];
  let piece = "";
  const close = () => {
    if (piece.trim()) all.push(piece.trim());
    piece = "";
  };
  for (const part of splitToLimit(text, limit)) {
    if (piece.length + part.length > limit) close();
    piece += part;
  }
  close();
  return all;
}

/** Sentences, with those that are too long split up. */
const splitToLimit = (text: string, limit: number): string[] =>
  Array.from(sentences.segment(text), ({ segment }) => segment).flatMap((sentence) =>
    sentence.length <= limit
      ? [sentence]
      : sentence.split(/(?<=\s)/u).flatMap((word) => {
          if (word.length <= limit) return [word];
          const letters = [...word];
          const parts: string[] = [];
          // Half the limit, because a character may have two units.
          for (let at = 0; at < letters.length; at += limit / 2) parts.push(letters.slice(at, at + limit / 2).join(""));
          return parts;
        }),
  );

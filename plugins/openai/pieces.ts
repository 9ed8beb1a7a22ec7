/** OpenAI takes 4096 characters at a time, and 2000 tokens, which in some scripts are a character each. */
const MOST = 2000;
const sentences = new Intl.Segmenter("und", { granularity: "sentence" });

/** A text in pieces that can be spoken one after the other: cut between sentences, else between words, else anywhere. */
export function pieces(text: string, most = MOST): string[] {
  const all: string[] = [];
  let piece = "";
  const close = () => {
    if (piece.trim()) all.push(piece.trim());
    piece = "";
  };
  for (const part of partsOf(text, most)) {
    if (piece.length + part.length > most) close();
    piece += part;
  }
  close();
  return all;
}

/** Sentences, and what is left of those that are too long. */
const partsOf = (text: string, most: number): string[] =>
  Array.from(sentences.segment(text), ({ segment }) => segment).flatMap((sentence) =>
    sentence.length <= most
      ? [sentence]
      : sentence.split(/(?<=\s)/u).flatMap((word) => {
          if (word.length <= most) return [word];
          const letters = [...word];
          const parts: string[] = [];
          // Half as many: a letter may be two units long.
          for (let at = 0; at < letters.length; at += most / 2) parts.push(letters.slice(at, at + most / 2).join(""));
          return parts;
        }),
  );

const UNKNOWN = "[UNK]";
/** Maximum length of a word. Longer words are unknown tokens. */
const LONGEST_WORD = 100;

const CONTROL = /[^\P{C}\t\n\r]|\ufffd/gu;
const CJK = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2ceaf}]/gu;
const EMOJI =
  /[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\u{1f000}-\u{1faff}]/gu;
/** Matches a punctuation mark or the text between marks. */
const WORD = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;

/**
 * Splits text into words in lower case without accents. Each emoji, Chinese character and punctuation mark is one word.
 */
function pretokenize(text: string): string[] {
  const plain = text
    .replace(CONTROL, "")
    .replace(CJK, " $& ")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(EMOJI, " $& ");
  return plain.toLowerCase().match(WORD) ?? [];
}

/**
 * Creates a WordPiece tokenizer: a word is split into the longest token that it starts with, then the longest that
 * continues it (`##…`). A word that cannot be split is one unknown token.
 */
export function createTokenizer(vocabulary: ReadonlyMap<string, number>) {
  const unknown = [vocabulary.get(UNKNOWN)!];

  function split(word: string): number[] {
    if (word.length > LONGEST_WORD) return unknown;
    const pieces: number[] = [];
    for (let start = 0; start < word.length; ) {
      let end = word.length;
      let piece: number | undefined;
      for (; end > start; end--) {
        const text = word.slice(start, end);
        piece = vocabulary.get(start === 0 ? text : `##${text}`);
        if (piece !== undefined) break;
      }
      if (piece === undefined) return unknown;
      pieces.push(piece);
      start = end;
    }
    return pieces;
  }

  return (text: string): number[] => pretokenize(text).flatMap(split);
}

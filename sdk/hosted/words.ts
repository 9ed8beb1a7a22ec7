const MODERATION =
  /sensitive|moderat|polic(y|ies)(?![a-z])|nsfw|inappropriate|flagged|prohibited|unsafe|content[ _]checker|copyright|artist name|public figure|review(ed)? and rejected/i;

/** Whether a vendor's words refuse a request for what it shows or says. */
export const isModeration = (words: string): boolean => MODERATION.test(words);

const MODERATION =
  /sensitive|moderat|polic(y|ies)\b|_policy_|nsfw|inappropriate|flagged|prohibited|unsafe|content[ _]checker|copyright|public figure/i;

/** Whether a vendor's words refuse a request for what it shows or says. */
export const isModeration = (words: string): boolean => MODERATION.test(words);

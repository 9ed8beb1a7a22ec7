const MODERATION =
  /sensitive|moderat|polic(y|ies)(?![a-z])|nsfw|inappropriate|flagged|prohibited|unsafe|content[ _]checker|copyright|artist name|public figure|review(ed)? and rejected/i;

/**
 * True if a vendor's message refuses a request because of its content.
 *
 * @example isModeration("Your prompt was flagged by our content policy"); // true
 */
export const isModeration = (message: string): boolean => MODERATION.test(message);

/** What kie.ai's makers say in words alone. */

const MODERATION =
  /sensitive|moderat|polic(y|ies)|nsfw|inappropriate|flagged|prohibited|unsafe content|copyright|artist name|public figure|review(ed)? and rejected/i;
const RETIREMENT = /model.{0,60}(not supported|not found|not exist|unavailable|no longer|retired|deprecated|offline)/i;

/** Whether the words refuse a request for what it shows or says. */
export const isModeration = (words: string): boolean => MODERATION.test(words);
/** Whether the words say that there is no such model, or no more. */
export const isRetirement = (words: string): boolean => RETIREMENT.test(words);

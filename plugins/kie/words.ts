const RETIREMENT = /model.{0,60}(not supported|not found|not exist|unavailable|no longer|retired|deprecated|offline)/i;

/** Whether kie.ai's words say that there is no such model, or no more. */
export const isRetirement = (words: string): boolean => RETIREMENT.test(words);

import { type Language, splitList } from "./language";
import type { LanguageData } from "./languages";
import type { TalkWord } from "./timed-words";

type ListName = {
  [Name in keyof LanguageData]-?: LanguageData[Name] extends string | undefined ? Name : never;
}[keyof LanguageData];

/** Finds the words of a language's lists in sentences. */
export interface Phrases {
  /** Joins words to a text for `find` and `findStart`. */
  join(words: readonly TalkWord[]): string;
  /** First entry of the list in the text. */
  find(list: ListName, text: string): string | undefined;
  /** Longest entry with which the text starts. */
  findStart(list: ListName, text: string): string | undefined;
}

export function createPhrases({ data, isUnspaced }: Language): Phrases {
  const lists = new Map<ListName, string[]>();
  const wrap = (text: string) => (isUnspaced ? text : ` ${text} `);
  const getList = (name: ListName) => {
    let list = lists.get(name);
    // Longest first, so that "which is why" comes before "which".
    list ??= splitList(data?.[name] as string | undefined)
      .sort((a, b) => b.length - a.length)
      .map(wrap);
    lists.set(name, list);
    return list;
  };
  return {
    join: (words) => wrap(words.map(({ key }) => key).join(isUnspaced ? "" : " ")),
    find: (name, text) =>
      getList(name)
        .find((entry) => text.includes(entry))
        ?.trim(),
    findStart: (name, text) =>
      getList(name)
        .find((entry) => text.startsWith(entry))
        ?.trim(),
  };
}

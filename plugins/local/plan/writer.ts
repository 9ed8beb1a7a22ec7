/** Slots of a template, named in braces. A template with a missing slot is not used. */
export type Slots = Readonly<Record<string, string | undefined>>;

const SLOT = /\{([\w]+)\}/g;
export const isUsable = (template: string, slots: Slots): boolean =>
  [...template.matchAll(SLOT)].every(([, slot]) => slots[slot!]);
export const fill = (template: string, slots: Slots): string =>
  template.replace(SLOT, (_, slot: string) => slots[slot]!).replace(/([.!?…]”)\./g, "$1");

export interface Writer {
  /** Fills one of the templates: one whose text was not used yet, otherwise the least used. */
  write(templates: readonly string[], slots: Slots): string | undefined;
  /** True if a template gives a text that was not used yet. */
  hasNew(templates: readonly string[], slots: Slots): boolean;
}

export function createWriter(random: () => number): Writer {
  const read = new Map<string, number>();
  const times = (text: string) => read.get(text) ?? 0;
  const options = (templates: readonly string[], slots: Slots) =>
    templates
      .filter((template) => isUsable(template, slots))
      .map((template) => ({ template, text: fill(template, slots) }));
  return {
    write(templates, slots) {
      const rated = options(templates, slots).map((template) => ({
        ...template,
        worn: 1000 * times(template.text) + times(template.template) + random(),
      }));
      const [best] = rated.sort((a, b) => a.worn - b.worn);
      if (!best) return undefined;
      for (const text of new Set([best.text, best.template])) read.set(text, times(text) + 1);
      return best.text;
    },
    hasNew: (templates, slots) => options(templates, slots).some(({ text }) => times(text) === 0),
  };
}

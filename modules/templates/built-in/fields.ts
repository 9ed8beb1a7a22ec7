/** Fields that many templates have. */
import type { TemplateField } from "vireo/facts";

export const text = (
  name: string,
  label: string,
  example: string,
  more: Partial<TemplateField> = {},
): TemplateField => ({
  name,
  type: "text",
  label,
  example,
  maxLength: 60,
  ...more,
});
export const headline = (example: string, more: Partial<TemplateField> = {}): TemplateField =>
  text("headline", "Headline", example, { required: true, maxLength: 45, ...more });
export const price = (name: string, label: string, example: string, more: Partial<TemplateField> = {}) => ({
  ...({ name, type: "price", label, example } as const),
  ...more,
});
export const call = (preset: string) => text("call", "Call to action", preset, { default: preset, maxLength: 30 });
export const site = (example: string): TemplateField => ({ name: "site", type: "url", label: "Web address", example });
export const phone = (example: string) => text("phone", "Phone", example, { maxLength: 30 });
export const photo: TemplateField = { name: "photo", type: "image", label: "Picture" };

/** The two colors of the look. The brand kit's take precedence. */
export const colors = (color: string, accent: string): TemplateField[] => [
  { name: "color", type: "color", label: "Background", default: color },
  { name: "accent", type: "color", label: "Accent", default: accent },
];

/** Rows with a price each: `dish1`, `price1`, … The first is required. */
export const pricedRows = (
  name: string,
  label: string,
  rows: readonly (readonly [string, string])[],
): TemplateField[] =>
  rows.flatMap(([item, amount], i) => [
    text(`${name}${i + 1}`, `${label} ${i + 1}`, item, { maxLength: 40, required: i === 0 }),
    price(`price${i + 1}`, `Price ${i + 1}`, amount, { required: i === 0 }),
  ]);
/** Labels with a figure each: `label1`, `figure1`, … The first two are required. */
export const figures = (rows: readonly (readonly [label: string, figure: number])[]): TemplateField[] =>
  rows.flatMap(([label, example], i): TemplateField[] => [
    text(`label${i + 1}`, `Label ${i + 1}`, label, { maxLength: 20, required: i < 2 }),
    { name: `figure${i + 1}`, type: "number", label: `Figure ${i + 1}`, example, required: i < 2 },
  ]);
/** Lines of a list: `point1`, … The first is required. */
export const lines = (name: string, label: string, examples: readonly string[], maxLength = 50): TemplateField[] =>
  examples.map((example, i) => text(`${name}${i + 1}`, `${label} ${i + 1}`, example, { maxLength, required: i === 0 }));

/** What determines the look of a clip or poster, beside its content. */
export const look = (style: string): string => `Style: ${style}, in the colors {{color}} and {{accent}}.`;
/** `{{dish1}} {{price1}}` per line. */
export const rowsOf = (name: string, count: number, format = `{{${name}#}} {{price#}}`): string =>
  Array.from({ length: count }, (_, i) => format.replaceAll("#", String(i + 1))).join("\n");
export const linesOf = (name: string, count: number): string => rowsOf(name, count, `{{${name}#}}`);

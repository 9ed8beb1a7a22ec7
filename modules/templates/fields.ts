/** Definitions of a template's fields, and the values that requests give them. */
import { ApiError, type FieldErrors } from "vireo/errors";
import type { TemplateField } from "vireo/facts";
import { refuseFields } from "vireo/templates";
import type { Value } from "./fill";

type FieldType = TemplateField["type"];

/** Maximum lengths of texts, in characters, where the field has none of its own. */
const MAX_LENGTHS: Readonly<Partial<Record<FieldType, number>>> = {
  text: 1000,
  longText: 5000,
  price: 60,
  url: 500,
  image: 4096,
  video: 4096,
  audio: 4096,
};

const NAME = /^[a-z][A-Za-z0-9]{0,39}$/;
const HEX = /^#(?:[0-9a-f]{6}|[0-9a-f]{3})$/i;
const WEB_ADDRESS =
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+(?::\d+)?(?:[/?#]\S*)?$/iu;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** What a type accepts, to complete "Must be …". Undefined if it accepts the value. */
const checks: Readonly<Record<FieldType, (value: string) => string | undefined>> = {
  text: (text) => (LINE_BREAK.test(text) ? "one line" : undefined),
  longText: () => undefined,
  image: (text) => (isHttpUrl(text) ? undefined : "the URL of an image"),
  video: (text) => (isHttpUrl(text) ? undefined : "the URL of a video"),
  audio: (text) => (isHttpUrl(text) ? undefined : "the URL of a sound"),
  color: (text) => (HEX.test(text) ? undefined : "a hex color, such as #ffe600"),
  price: (text) => (/\p{Nd}/u.test(text) && !LINE_BREAK.test(text) ? undefined : "a price as it is shown, such as $49"),
  url: (text) => (WEB_ADDRESS.test(text) ? undefined : "a web address, such as example.com/sale"),
  number: () => undefined,
  boolean: () => undefined,
  choice: () => undefined,
};

const countCharacters = (text: string): number => [...text].length;
export const getMaxLength = ({ type, maxLength }: TemplateField): number =>
  Math.min(maxLength ?? Number.POSITIVE_INFINITY, MAX_LENGTHS[type] ?? 100);

/** Returns what is wrong with the value of a field, without the check of its length. */
function findFault({ type, options = [] }: TemplateField, value: string | number | boolean): string | undefined {
  if (type === "number") return typeof value === "number" && Number.isFinite(value) ? undefined : "Must be a number.";
  if (type === "boolean") return typeof value === "boolean" ? undefined : "Must be true or false.";
  if (type === "choice") return options.includes(value as string) ? undefined : `Must be one of ${options.join(", ")}.`;
  if (typeof value !== "string") return "Must be a string.";
  if (!value.trim()) return "Must not be empty. Send null to hide it.";
  const expected = checks[type](value);
  return expected && `Must be ${expected}.`;
}

function findExcess(field: TemplateField, value: string | number | boolean): string | undefined {
  if (typeof value !== "string" || field.type === "choice") return undefined;
  const [max, length] = [getMaxLength(field), countCharacters(value)];
  return length > max ? `Must have at most ${max} characters, not ${length}.` : undefined;
}

/** Maximum number of names in a message. */
const MAX_NAMED = 20;
const join = (names: readonly string[]): string =>
  names
    .slice(0, MAX_NAMED)
    .map((name) => (name.length > 60 ? `${name.slice(0, 57)}…` : name))
    .join(", ") + (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "");

/** Maximum number of errors in a response. */
const MAX_ERRORS = 100;

/** Errors of the values of one request. */
export interface ValueErrors {
  errors: FieldErrors;
  count: number;
  /** Maximum lengths of the texts that are too long, by field. */
  lengths: Record<string, number>;
  unknown: string[];
  missing: string[];
}

export const newErrors = (): ValueErrors => ({
  errors: Object.create(null),
  count: 0,
  lengths: {},
  unknown: [],
  missing: [],
});

function report(found: ValueErrors, field: string, message: string): void {
  if (++found.count <= MAX_ERRORS) found.errors[field] = [message];
}

/**
 * Returns the values of all fields: as sent, or their defaults. Hidden ones are null. Adds errors, named like
 * `fields.headline`.
 */
export function readValues(
  fields: readonly TemplateField[],
  sent: ReadonlyMap<string, { value: Value; place: string }>,
  whole: string,
  found: ValueErrors,
): Map<string, Value> {
  const known = new Map(fields.map((field) => [field.name, field]));
  const values = new Map<string, Value>();
  for (const [name, { place }] of sent) {
    if (known.has(name)) continue;
    found.unknown.push(name);
    report(found, `${place}.${name}`, `Unknown field. The template has ${join([...known.keys()]) || "none"}.`);
  }
  for (const [name, field] of known) {
    const { value: given, place } = sent.get(name) ?? { value: undefined, place: whole };
    const value = given === undefined ? (field.default ?? null) : given;
    values.set(name, value);
    if (value === null) {
      if (!field.required) continue;
      found.missing.push(name);
      report(found, `${place}.${name}`, "This field is required.");
      continue;
    }
    // The other checks are only quick for texts of that length.
    const excess = findExcess(field, value);
    if (excess) found.lengths[`${place}.${name}`] = getMaxLength(field);
    const fault = excess ?? findFault(field, value);
    if (fault) report(found, `${place}.${name}`, fault);
  }
  return values;
}

/** Throws `text_too_long` if texts are too long and nothing else is wrong, otherwise `validation_error`. */
export function refuseValues({ errors, count, lengths, unknown, missing }: ValueErrors): void {
  const all = Object.entries(errors);
  if (all.length === 0) return;
  const named = [
    ...(unknown.length > 0 ? [`Unknown fields: ${join([...new Set(unknown)])}.`] : []),
    ...(missing.length > 0 ? [`Missing fields: ${join([...new Set(missing)])}.`] : []),
  ];
  const others = all.filter(([, [message]]) => !/^(?:Unknown field|This field is required)/.test(message!));
  const [first] = others;
  const more = others.length > 1 ? ` (and ${others.length - 1} more)` : "";
  const detail = [...named, ...(first ? [`${first[0]}: ${first[1][0]}${more}`] : [])].join(" ");
  const isLength = Object.keys(lengths).length === count;
  throw new ApiError(isLength ? "text_too_long" : "validation_error", detail, {
    errors,
    members: isLength ? { maxLengths: lengths } : undefined,
  });
}

/** Throws `validation_error` if definitions contradict each other. The schema has checked their types. */
export function checkFields(fields: readonly TemplateField[]): void {
  const errors: FieldErrors = {};
  const names = new Set<string>();
  for (const [i, field] of fields.entries()) {
    const { name, type, options, maxLength } = field;
    const refuse = (member: string, message: string) => {
      errors[`fields.${i}.${member}`] ??= [message];
    };
    if (!NAME.test(name)) refuse("name", "Must be letters and digits, starting with a lower-case letter.");
    if (names.has(name)) refuse("name", `There are two fields named ${name}.`);
    names.add(name);
    if (!Object.hasOwn(checks, type)) refuse("type", `Must be one of ${Object.keys(checks).join(", ")}.`);
    if (type === "choice" && !options?.length) refuse("options", "Required for a choice.");
    if (type !== "choice" && options) refuse("options", "Only for a choice.");
    if (maxLength !== undefined && type !== "text" && type !== "longText")
      refuse("maxLength", "Only for text and longText.");
    for (const member of ["default", "example"] as const) {
      const value = field[member];
      const fault = value === undefined ? undefined : (findExcess(field, value) ?? findFault(field, value));
      if (fault) refuse(member, fault);
    }
  }
  refuseFields(errors);
}

const samples: Readonly<Record<Exclude<FieldType, "choice">, string | number | boolean>> = {
  text: "Text",
  longText: "Text",
  image: "https://example.com/image.jpg",
  video: "https://example.com/video.mp4",
  audio: "https://example.com/sound.mp3",
  color: "#ffe600",
  number: 1,
  price: "$49",
  url: "example.com",
  boolean: true,
};

/** Returns a value that fits a field: its example, its default, or one of its type. */
export const getSample = ({ type, example, default: preset, options }: TemplateField): Value =>
  example ?? preset ?? (type === "choice" ? (options?.[0] ?? "") : samples[type]);

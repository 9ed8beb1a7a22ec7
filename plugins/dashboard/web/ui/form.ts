import { type UseFormReturnType, useForm } from "@mantine/form";
import { type FormEvent, useState } from "react";
import { VireoError } from "vireo/client";
import { type ActionOptions, useAction } from "./action";

/**
 * Submits a form to the API. Field errors appear at the fields, other errors in a toast.
 *
 * @example
 * const form = useForm({ initialValues: { name: "" } });
 * const create = useSubmit(form, (values) => vireo.personas.create(values), { stale: ["personas"] });
 * <form noValidate onSubmit={create.onSubmit}>
 *   <TextInput label="Name" {...form.getInputProps("name")} />
 */
export function useSubmit<Values extends object, Result>(
  form: UseFormReturnType<Values>,
  run: (values: Values) => Promise<Result>,
  options: Pick<ActionOptions<Values>, "stale" | "done"> = {},
) {
  const action = useAction(run, {
    ...options,
    handleError(error) {
      const errors = Object.entries(getFieldErrors(error));
      form.setErrors(Object.fromEntries(errors));
      return errors.length > 0 && errors.every(([path]) => (path.split(".")[0] ?? "") in form.values);
    },
  });
  const submit = form.onSubmit((values) => action.mutate(values));
  const onSubmit = (event?: FormEvent<HTMLFormElement>) => {
    const errors = event ? findInvalidFields(event.currentTarget, (field) => field.dataset.path) : {};
    if (Object.keys(errors).length === 0) return submit(event);
    event?.preventDefault();
    form.setErrors(errors);
  };
  return { ...action, onSubmit };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Describes why a field is invalid. Uses the browser's message for less common problems. */
function describeProblem(field: Field): string {
  const { valueMissing, typeMismatch, tooShort } = field.validity;
  if (valueMissing) return "This field is required";
  if (typeMismatch && field.type === "email") return "Enter an email address";
  if (typeMismatch) return "Enter a URL that starts with https://";
  if (tooShort && "minLength" in field) return `Enter at least ${field.minLength} characters`;
  return field.validationMessage;
}

/**
 * Returns the browser's validation errors by field name, and focuses the first invalid field. Forms have `noValidate`, so
 * that these errors appear at the fields like those of the API.
 */
export function findInvalidFields(
  form: HTMLFormElement,
  getName: (field: Field) => string | undefined,
): Record<string, string> {
  const fields = [...form.elements].filter(
    (element): element is Field => "validity" in element && !(element as Field).validity.valid,
  );
  const errors = fields.flatMap((field) => {
    const name = getName(field);
    return name ? [[name, describeProblem(field)] as const] : [];
  });
  fields[0]?.focus();
  return Object.fromEntries(errors);
}

/** Returns the first error of each field, by dotted path. */
export const getFieldErrors = (error: unknown): Record<string, string> =>
  error instanceof VireoError
    ? Object.fromEntries(Object.entries(error.errors).map(([path, [first = ""]]) => [path, first]))
    : {};

/** Form that survives a reload of the tab. Give its component a `key` if `storageKey` can change. */
export function useStoredForm<Values extends object>(storageKey: string, blank: Values): UseFormReturnType<Values> {
  const [initialValues] = useState(() => readStored(storageKey, blank));
  return useForm<Values>({ initialValues, onValuesChange: (values) => writeStored(storageKey, values) });
}

/** Reads a value from session storage. Fields that it lacks have the defaults. */
export function readStored<T extends object>(key: string, defaults: T): T {
  try {
    return { ...defaults, ...JSON.parse(sessionStorage.getItem(key) ?? "{}") };
  } catch {
    return defaults;
  }
}

/** Writes to session storage. Does nothing if it is full or blocked. */
export function writeStored(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

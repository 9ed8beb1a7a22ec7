import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { VireoError } from "vireo/client";
import { type ActionOptions, useAction } from "./action";

/**
 * Submits a form to the API. Errors of single fields appear at the fields. A toast reports everything else.
 *
 * @example
 * const form = useForm({ initialValues: { name: "" } });
 * const create = useSubmit(form, (values) => vireo.personas.create(values), { stale: ["personas"] });
 * <form onSubmit={create.onSubmit}>
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
  return { ...action, onSubmit: form.onSubmit((values) => action.mutate(values)) };
}

/** The first error of each field, by dotted path. Empty for errors that concern no field. */
export const getFieldErrors = (error: unknown): Record<string, string> =>
  error instanceof VireoError
    ? Object.fromEntries(Object.entries(error.errors).map(([path, [first = ""]]) => [path, first]))
    : {};

/** A form that survives a page reload, in this tab. Give its component a `key` if `storageKey` can change. */
export function useStoredForm<Values extends object>(storageKey: string, blank: Values): UseFormReturnType<Values> {
  const [initialValues] = useState(() => readStored(storageKey, blank));
  return useForm<Values>({ initialValues, onValuesChange: (values) => writeStored(storageKey, values) });
}

/** Reads a value from session storage, over the defaults. */
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

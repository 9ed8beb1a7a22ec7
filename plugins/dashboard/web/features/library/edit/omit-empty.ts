/** Omits empty fields. */
export const omitEmpty = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== "" && value !== null && value !== undefined),
  );

/**
 * Stands in for a library of time zones on which the calendar depends, and which would be a tenth of its script. The
 * calendar shows the browser's own time only, for which it asks none of this.
 */
function refuse(): never {
  throw new Error("The calendar shows local times only.");
}

export const create: () => never = refuse;
export const fromEpochMilliseconds: () => never = refuse;
export const offsetNanoseconds: () => never = refuse;
export const toZonedDateTime: () => never = refuse;
export const toZonedDateTimeISO: () => never = refuse;

/**
 * Replaces the calendar's time zone library, a tenth of its script. It is only used for other zones than the browser's,
 * which the calendar never shows.
 */
function refuse(): never {
  throw new Error("The calendar shows local times only.");
}

export const create: () => never = refuse;
export const fromEpochMilliseconds: () => never = refuse;
export const offsetNanoseconds: () => never = refuse;
export const toZonedDateTime: () => never = refuse;
export const toZonedDateTimeISO: () => never = refuse;

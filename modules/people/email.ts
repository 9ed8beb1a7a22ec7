/** Pattern of an email address that identifies a person. ASCII only: letters of other scripts look like these. */
export const EMAIL =
  "^(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+\\-.]*[A-Za-z0-9_+\\-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

/**
 * Returns the form in which addresses are stored and compared. Only ASCII letters become lower case: `toLowerCase` also
 * turns the Kelvin sign (U+212A) into a k, which belongs to another address.
 */
export const normalizeEmail = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Attributes of a field for a code of an authenticator app, or for a recovery code. */
export const CODE = {
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 40,
} as const;

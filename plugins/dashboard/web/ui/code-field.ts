/** Attributes of a field for an authenticator code or a recovery code. */
export const CODE = {
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 40,
} as const;

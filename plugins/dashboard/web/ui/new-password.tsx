import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** Field for a new password, with the limits of the server. */
export const NewPassword = (props: PasswordInputProps) => (
  <PasswordInput
    description="At least 10 characters"
    minLength={10}
    maxLength={128}
    autoComplete="new-password"
    required
    {...props}
  />
);

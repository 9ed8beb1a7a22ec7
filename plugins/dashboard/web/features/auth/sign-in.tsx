import { Code, PasswordInput, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { auth } from "../../api";
import { keys } from "../../query-keys";
import { Frame, SignInForm } from "./frame";
import { useSignIn } from "./use-sign-in";

/** Administrators create the link, so that it works on servers that send no email. */
const ForgottenPassword = () => (
  <details className="auth-help">
    <summary>Forgot your password?</summary>
    <Text size="sm" c="dimmed" mt={6}>
      Ask an administrator for a reset link: they create one under Settings, People. If you are the only administrator,
      run <Code>vireo people reset</Code> with your email address on the server.
    </Text>
  </details>
);

export function SignInPage() {
  const form = useSignIn("/sign-in");
  const { data } = useQuery({
    queryKey: keys.setupState,
    queryFn: () => auth<{ setUp: boolean }>("GET", "/state"),
  });
  if (data && !data.setUp) {
    return (
      <Frame
        title="Set up Vireo"
        text="Open the setup link that the server printed in the terminal. Lost it? Restart the server to get a new one."
      />
    );
  }
  return (
    <Frame title="Sign in">
      <SignInForm form={form} action="Sign in">
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          required
          autoFocus
          error={form.errors.email}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          error={form.errors.password}
        />
      </SignInForm>
      <ForgottenPassword />
    </Frame>
  );
}

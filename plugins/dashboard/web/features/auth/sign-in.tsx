import { PasswordInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { auth } from "../../api";
import { keys } from "../../query-keys";
import { Frame, SignInForm } from "./frame";
import { useSignIn } from "./use-sign-in";

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
    </Frame>
  );
}

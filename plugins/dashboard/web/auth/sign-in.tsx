import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { auth } from "../api";
import { Frame } from "./frame";
import { useEntryForm } from "./use-sign-in";

export function SignInPage() {
  const { submit, busy, errors, problem } = useEntryForm("/sign-in");
  const { data } = useQuery({ queryKey: ["state"], queryFn: () => auth<{ setUp: boolean }>("GET", "/state") });
  if (data && !data.setUp) {
    return (
      <Frame
        title="Set up Vireo"
        text="Nobody can sign in yet. Open the set-up link that the server printed in its terminal when it started. It is lost? Start the server again: it prints a new one."
      >
        {null}
      </Frame>
    );
  }
  return (
    <Frame title="Sign in">
      <form onSubmit={submit}>
        <Stack>
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <TextInput
            name="email"
            type="email"
            label="E-mail"
            autoComplete="username"
            required
            autoFocus
            error={errors.email}
          />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </Frame>
  );
}

import { Button, Code, Group, PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auth } from "../../api";
import { keys } from "../../query-keys";
import { useSubmit } from "../../ui/form";
import { Frame, SignInForm } from "./frame";
import { useSignIn } from "./use-sign-in";

/** Where the server sends no email, administrators create the link. */
const AskForLink = () => (
  <Text size="sm" c="dimmed" mt={6}>
    Ask an administrator for a reset link: they create one under Settings, People. If you are the only administrator,
    run <Code>vireo people reset</Code> with your email address on the server.
  </Text>
);

function RequestLink() {
  const form = useForm({ initialValues: { email: "" } });
  const [isSent, setSent] = useState(false);
  const request = useSubmit(form, async ({ email }) => {
    await auth("POST", "/forgotten", { email });
    setSent(true);
  });
  if (isSent) {
    return (
      <Text size="sm" mt={6} role="status">
        If an account has this address, a link to choose a new password is on its way.
      </Text>
    );
  }
  return (
    <form onSubmit={request.onSubmit}>
      <Group align="end" mt={6}>
        <TextInput
          type="email"
          label="Email of your account"
          autoComplete="username"
          flex={1}
          required
          {...form.getInputProps("email")}
        />
        <Button type="submit" variant="default" loading={request.isPending}>
          Send link
        </Button>
      </Group>
    </form>
  );
}

const ForgottenPassword = ({ hasMail }: { hasMail: boolean }) => (
  <details className="auth-help">
    <summary>Forgot your password?</summary>
    {hasMail ? <RequestLink /> : <AskForLink />}
  </details>
);

export function SignInPage() {
  const form = useSignIn("/sign-in");
  const { data } = useQuery({
    queryKey: keys.setupState,
    queryFn: () => auth<{ setUp: boolean; mail: boolean }>("GET", "/state"),
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
      <ForgottenPassword hasMail={data?.mail ?? false} />
    </Frame>
  );
}

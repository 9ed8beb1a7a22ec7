import { Alert, Button, Code, Divider, Group, PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { auth } from "../../api";
import { useSubmit } from "../../ui/form";
import { Frame, SignInForm } from "./frame";
import { ProviderButton } from "./provider-button";
import { useAuthState } from "./use-auth-state";
import { useSignIn } from "./use-sign-in";

/** Shown if the server sends no email. Administrators create reset links. */
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
    <form noValidate onSubmit={request.onSubmit}>
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

/** Messages for a failed sign-in with the provider. */
const problems: Readonly<Record<string, string>> = {
  not_invited: "Nobody here has your email address. Ask an administrator to invite you.",
  email_unverified: "The provider does not confirm your email address. Verify it there, then try again.",
  linked_to_other: "Your email address belongs to another identity at the provider. Ask an administrator to unlink it.",
  no_role: "The provider gives you no role in Vireo. Ask an administrator for access.",
  cancelled: "The sign-in was cancelled.",
  expired: "The sign-in took too long, or was started in another browser. Try again.",
  suspended: "This workspace is suspended. Ask the operator of this server.",
  busy: "Too many attempts. Wait a minute, then try again.",
};

const Problem = ({ kind }: { kind: string }) => (
  <Alert color="red" role="alert">
    {problems[kind] ?? "The sign-in failed. If it fails again, ask an administrator: the server's log has the reason."}
  </Alert>
);

const PasswordForm = ({ form, hasMail }: { form: ReturnType<typeof useSignIn>; hasMail: boolean }) => (
  <>
    <SignInForm form={form} action="Sign in">
      <TextInput
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        error={form.errors.email}
      />
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        error={form.errors.password}
      />
    </SignInForm>
    <ForgottenPassword hasMail={hasMail} />
  </>
);

export function SignInPage() {
  const form = useSignIn("/sign-in");
  const data = useAuthState();
  const problem = new URLSearchParams(location.search).get("problem");
  if (data && !data.setUp && !data.provider) {
    return (
      <Frame
        title="Set up Vireo"
        text="Open the setup link that the server printed in the terminal. Lost it? Restart the server to get a new one."
      />
    );
  }
  return (
    <Frame title="Sign in">
      {problem && <Problem kind={problem} />}
      {data?.provider && <ProviderButton name={data.provider.name} />}
      {data?.provider && data.passwords && <Divider label="or" my="md" />}
      {data?.passwords !== false && <PasswordForm form={form} hasMail={data?.mail ?? false} />}
    </Frame>
  );
}

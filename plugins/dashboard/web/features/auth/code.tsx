import { Anchor, TextInput } from "@mantine/core";
import { CODE } from "../../ui/code-field";
import { Frame, SignInForm } from "./frame";
import { useSignIn } from "./use-sign-in";

/** Second step of a sign-in: asks for a code from the authenticator app. */
export function CodePage() {
  const form = useSignIn("/sign-in/code");
  return (
    <Frame
      title="Enter a code"
      text="Open your authenticator app and enter the code for Vireo. No access to the app? Enter a recovery code."
    >
      <SignInForm form={form} action="Sign in">
        <TextInput name="code" label="Code" {...CODE} required autoFocus error={form.errors.code} />
      </SignInForm>
      <Anchor href="/sign-in" size="sm">
        Start again
      </Anchor>
    </Frame>
  );
}

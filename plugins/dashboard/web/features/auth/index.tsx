import { Anchor, TextInput } from "@mantine/core";
import type { ComponentType } from "react";
import { Route, Switch } from "wouter";
import { authPaths } from "../../../paths";
import { CODE } from "../../ui/code-field";
import { AcceptPage } from "./accept";
import { Frame, SignInForm } from "./frame";
import { LinkPage } from "./link-page";
import { SignInPage } from "./sign-in";
import { useSignIn } from "./use-sign-in";

/** Second step of a sign-in: asks for a code from the authenticator app. */
function CodePage() {
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

const ResetPage = () => (
  <LinkPage
    path="/reset"
    title="Set a new password"
    text={({ email }) => `${email ? `For ${email}. ` : ""}All other sessions will be signed out.`}
    fields={[]}
    action="Set password"
  />
);

const SetupPage = () => (
  <LinkPage
    path="/setup"
    title="Set up Vireo"
    text={() => "Create the administrator account."}
    fields={["name", "email", "workspace"]}
    action="Create account"
  />
);

const pages: Readonly<Record<keyof typeof authPaths, ComponentType>> = {
  setup: SetupPage,
  accept: AcceptPage,
  reset: ResetPage,
  code: CodePage,
  signIn: SignInPage,
};

/** Pages without a session. */
export default function AuthPages() {
  return (
    <Switch>
      {Object.entries(pages).map(([name, Component]) => (
        <Route key={name} path={authPaths[name as keyof typeof authPaths]} component={Component} />
      ))}
    </Switch>
  );
}

import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { VireoError } from "vireo/client";
import { Link } from "wouter";
import { auth } from "../../api";
import { keys } from "../../query-keys";
import { describeError } from "../../ui/failure";
import { NewPassword } from "../../ui/new-password";
import { QueryView } from "../../ui/query-view";
import { Frame, SignInForm } from "./frame";
import { useSignIn } from "./use-sign-in";

export interface LinkFacts {
  purpose: "setup" | "invitation" | "reset";
  email?: string;
  account?: string;
  /** True if somebody has the invited address already. */
  known?: boolean;
}

interface Props {
  path: "/setup" | "/accept" | "/reset";
  title: string;
  text(facts: LinkFacts): ReactNode;
  /** Fields in addition to the password. */
  fields: readonly ("email" | "name" | "workspace")[];
  /** Label of the submit button. */
  action: string;
  /** Shown instead of the form, if it returns something. */
  instead?(facts: LinkFacts, token: string): ReactNode;
}

/** Reads the token and moves it from the URL to the history state. It survives a reload, but isn't visible or logged. */
function takeToken(): string {
  const token = new URLSearchParams(location.search).get("token");
  if (token) history.replaceState({ token }, "", location.pathname);
  return token ?? history.state?.token ?? "";
}

/** Page of a one-time link. Sets a password. */
export function LinkPage({ path, title, text, fields, action, instead }: Props) {
  const [token] = useState(takeToken);
  const query = useQuery({ queryKey: keys.link(token), queryFn: () => auth<LinkFacts>("POST", "/link", { token }) });
  const form = useSignIn(path, { token });
  const { data, error } = query;
  if (error instanceof VireoError && error.kind === "link_gone") {
    return (
      <Frame title="This link doesn't work" text={describeError(error).detail}>
        <Button component={Link} href="/sign-in" variant="light">
          Sign in
        </Button>
      </Frame>
    );
  }
  return (
    <Frame title={title} text={data && text(data)}>
      <QueryView query={query} lines={3}>
        {(facts) =>
          instead?.(facts, token) || (
            <SignInForm form={form} action={action}>
              {fields.includes("name") && (
                <TextInput name="name" label="Your name" autoComplete="name" required error={form.errors.name} />
              )}
              {fields.includes("email") && (
                <TextInput
                  name="email"
                  type="email"
                  label="Email"
                  autoComplete="username"
                  required
                  error={form.errors.email}
                />
              )}
              <NewPassword name="password" label="Password" error={form.errors.password} />
              {fields.includes("workspace") && (
                <TextInput
                  name="workspace"
                  label="Workspace name"
                  description="Your company or team. Optional."
                  autoComplete="organization"
                  maxLength={200}
                  error={form.errors.workspace}
                />
              )}
            </SignInForm>
          )
        }
      </QueryView>
    </Frame>
  );
}

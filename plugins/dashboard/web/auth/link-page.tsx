import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { VireoError } from "vireo/client";
import { Link } from "wouter";
import { auth } from "../api";
import { describeError, Failure } from "../ui/failure";
import { Loading } from "../ui/loading";
import { Frame } from "./frame";
import { useEntryForm } from "./use-sign-in";

export interface LinkFacts {
  purpose: "setup" | "invitation" | "reset";
  email?: string;
  account?: string;
}

interface Props {
  path: "/setup" | "/accept" | "/reset";
  title: string;
  text(facts: LinkFacts): ReactNode;
  /** Which of these the form asks for, beside the password. */
  fields: readonly ("email" | "name")[];
  verb: string;
}

/** The token of the link. It is taken out of the address at once, where others could read it; a reload still has it. */
function takeToken(): string {
  const found = new URLSearchParams(location.search).get("token");
  if (found) history.replaceState({ token: found }, "", location.pathname);
  return found ?? history.state?.token ?? "";
}

/** A page behind a one-time link: who it is for, and a password to set. */
export function LinkPage({ path, title, text, fields, verb }: Props) {
  const [token] = useState(takeToken);
  const { data, error, refetch } = useQuery({
    queryKey: ["link", token],
    queryFn: () => auth<LinkFacts>("POST", "/link", { token }),
  });
  const { submit, busy, errors, problem } = useEntryForm(path, { token });
  if (error && !(error instanceof VireoError && error.kind === "link_gone")) {
    return (
      <Frame title={title}>
        <Failure error={error} retry={refetch} />
      </Frame>
    );
  }
  if (error) {
    return (
      <Frame title="This link does not work" text={describeError(error).detail}>
        <Button component={Link} href="/sign-in" variant="light">
          Sign in
        </Button>
      </Frame>
    );
  }
  if (!data) return <Frame title={title}>{<Loading lines={3} />}</Frame>;
  return (
    <Frame title={title} text={text(data)}>
      <form onSubmit={submit}>
        <Stack>
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          {fields.includes("name") && (
            <TextInput name="name" label="Your name" autoComplete="name" required error={errors.name} />
          )}
          {fields.includes("email") && (
            <TextInput name="email" type="email" label="E-mail" autoComplete="username" required error={errors.email} />
          )}
          <PasswordInput
            name="password"
            label="Password"
            description="10 characters or more."
            minLength={10}
            maxLength={128}
            autoComplete="new-password"
            required
            error={errors.password}
          />
          <Button type="submit" loading={busy} fullWidth>
            {verb}
          </Button>
        </Stack>
      </form>
    </Frame>
  );
}

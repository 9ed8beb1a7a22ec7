import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { auth } from "../api";
import { wordsOf } from "../ui/failure";
import { Loading } from "../ui/loading";
import { useEntryForm } from "./form";
import { Frame } from "./frame";

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

/** A page behind a one-time link: who it is for, and a password to set. */
export function LinkPage({ path, title, text, fields, verb }: Props) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const { data, error } = useQuery({
    queryKey: ["link", token],
    queryFn: () => auth<LinkFacts>("POST", "/link", { token }),
  });
  const { submit, busy, errors, problem } = useEntryForm(path, { token });
  if (error) {
    return (
      <Frame title="This link does not work" text={wordsOf(error).detail}>
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

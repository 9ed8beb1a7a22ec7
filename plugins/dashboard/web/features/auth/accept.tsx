import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { auth } from "../../api";
import { type Me, useSession } from "../../session";
import { describeError } from "../../ui/failure";
import { enterWorkspace } from "../../workspace";
import { Frame } from "./frame";
import { type LinkFacts, LinkPage } from "./link-page";
import { ProviderButton } from "./provider-button";
import { useAuthState } from "./use-auth-state";

const describeInvitation = ({ email, account }: LinkFacts) =>
  `You were invited to ${account ? `the workspace “${account}”` : "a workspace"}${email ? ` as ${email}` : ""}.`;

/** Lets somebody who can already sign in join another workspace. Nothing happens before they press the button. */
function Join({ token, email }: { token: string; email: string | undefined }) {
  const { data: me } = useSession();
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const join = async () => {
    setPending(true);
    try {
      const { account } = await auth<Me>("POST", "/join", { token });
      enterWorkspace(account.accountId);
      location.replace("/");
    } catch (error) {
      setProblem(describeError(error).detail);
      setPending(false);
    }
  };
  if (me === undefined) return null;
  if (me?.email !== email) {
    const back = encodeURIComponent(`/accept?token=${token}`);
    return (
      <>
        {me && <Alert color="yellow">You are signed in as {me.email}.</Alert>}
        <Button component={Link} href={`/sign-in?to=${back}`}>
          Sign in as {email}
        </Button>
      </>
    );
  }
  return (
    <>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Button onClick={join} loading={isPending}>
        Join as {me?.name}
      </Button>
    </>
  );
}

export function AcceptPage() {
  const state = useAuthState();
  const { data: me } = useSession();
  if (state?.provider && !state.passwords && !me) {
    return (
      <Frame
        title="Join Vireo"
        text="You were invited. Sign in with the email address that the invitation was sent to."
      >
        <ProviderButton name={state.provider.name} />
      </Frame>
    );
  }
  return (
    <LinkPage
      path="/accept"
      title="Join Vireo"
      text={describeInvitation}
      fields={["name"]}
      action="Join"
      instead={({ known, email }, token) => known && <Join token={token} email={email} />}
    />
  );
}

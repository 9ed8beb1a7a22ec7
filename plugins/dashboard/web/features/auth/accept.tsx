import { Frame } from "./frame";
import { LinkPage } from "./link-page";
import { ProviderButton } from "./provider-button";
import { useAuthState } from "./use-auth-state";

export function AcceptPage() {
  const state = useAuthState();
  if (state?.provider && !state.passwords) {
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
      text={({ email, account }) =>
        `You were invited to ${account ? `the workspace “${account}”` : "a workspace"}${email ? ` as ${email}` : ""}.`
      }
      fields={["name"]}
      action="Join"
    />
  );
}

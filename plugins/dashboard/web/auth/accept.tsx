import { LinkPage } from "./link-page";

export const AcceptPage = () => (
  <LinkPage
    path="/accept"
    title="Join Vireo"
    text={({ email, account }) => `You join ${account ?? "the account"} as ${email ?? "invited"}.`}
    fields={["name"]}
    verb="Join"
  />
);

import { LinkPage } from "./link-page";

export const AcceptPage = () => (
  <LinkPage
    path="/accept"
    title="Join Vireo"
    text={({ email, account }) => `You were invited to ${account ?? "a workspace"}${email ? ` as ${email}` : ""}.`}
    fields={["name"]}
    action="Join"
  />
);

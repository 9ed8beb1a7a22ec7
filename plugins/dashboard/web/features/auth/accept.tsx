import { LinkPage } from "./link-page";

export const AcceptPage = () => (
  <LinkPage
    path="/accept"
    title="Join Vireo"
    text={({ email, account }) => `You were invited to ${account ?? "an account"}${email ? ` as ${email}` : ""}.`}
    fields={["name"]}
    action="Join"
  />
);

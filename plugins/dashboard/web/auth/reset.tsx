import { LinkPage } from "./link-page";

export const ResetPage = () => (
  <LinkPage
    path="/reset"
    title="Set a new password"
    text={({ email }) => `For ${email ?? "your sign-in"}. All other sessions end.`}
    fields={[]}
    verb="Set password"
  />
);

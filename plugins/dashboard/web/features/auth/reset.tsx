import { LinkPage } from "./link-page";

export const ResetPage = () => (
  <LinkPage
    path="/reset"
    title="Set a new password"
    text={({ email }) => `${email ? `For ${email}. ` : ""}All other sessions will be signed out.`}
    fields={[]}
    action="Set password"
  />
);

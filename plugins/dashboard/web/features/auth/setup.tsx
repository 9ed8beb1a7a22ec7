import { LinkPage } from "./link-page";

export const SetupPage = () => (
  <LinkPage
    path="/setup"
    title="Set up Vireo"
    text={() => "Create the administrator account."}
    fields={["name", "email"]}
    action="Create account"
  />
);

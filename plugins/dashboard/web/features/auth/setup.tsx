import { LinkPage } from "./link-page";

export const SetupPage = () => (
  <LinkPage
    path="/setup"
    title="Set up Vireo"
    text={() => "Create the administrator account."}
    fields={["name", "email", "workspace"]}
    action="Create account"
  />
);

import { LinkPage } from "./link-page";

export const SetUpPage = () => (
  <LinkPage
    path="/setup"
    title="Set up Vireo"
    text={() => "You are the first one here: you become the administrator."}
    fields={["name", "email"]}
    verb="Set up"
  />
);

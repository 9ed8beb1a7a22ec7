import { defineModule } from "vireo/module";
import { addAccountRoutes, addLifeRoutes } from "./account-routes";
import { commands } from "./commands";
import { AccountDeletion } from "./deletion";
import { addKeyRoutes } from "./key-routes";
import { settings } from "./schema";

export const accounts = defineModule({
  name: "accounts",
  prefix: "",
  scopes: ["keys:manage"],
  settings,
  commands,
  audited: ["account.updated"],
  description: "Accounts own all resources.",
  tags: { "API Keys": { description: "API keys give access to an account.", paths: ["/keys"] } },
  start(context) {
    const deletion = new AccountDeletion(context.access, context.settings.graceDays);
    const routes = context.router();
    addLifeRoutes(routes, { ...context, deletion });
    addAccountRoutes(routes, { ...context, deletion });
    addKeyRoutes(routes, context);
    return { routes, service: deletion };
  },
});

import { defineModule } from "vireo/module";
import { addAccountRoutes, addLifeRoutes } from "./account-routes";
import { type AccountDeletion, commands, scheduleDeletion } from "./deletion";
import { addKeyRoutes } from "./key-routes";
import { settings } from "./schema";
import { addWorkspaceRoutes } from "./workspace-routes";

export const accounts = defineModule({
  name: "accounts",
  prefix: "",
  uses: ["people"],
  scopes: ["keys:manage", "workspace:manage"],
  roles: { "workspace:manage": "manager" },
  settings,
  commands,
  audited: ["account.updated"],
  description: "Accounts own all resources.",
  tags: { "API Keys": { description: "API keys give access to an account.", paths: ["/keys"] } },
  start(accounts) {
    const routes = accounts.router();
    addLifeRoutes(routes, accounts);
    addAccountRoutes(routes, accounts);
    addKeyRoutes(routes, accounts);
    addWorkspaceRoutes(routes, accounts);
    const service: AccountDeletion = { schedule: (accountId, days) => scheduleDeletion(accounts, accountId, days) };
    return { routes, service };
  },
});

import { invalid } from "vireo/errors";
import type { Router } from "vireo/router";
import { type AccountRow, updateAccount } from "./account-routes";
import type { Accounts } from "./context";
import { PatchWorkspace, Workspace } from "./schema";

const presentWorkspace = (row: AccountRow) => ({
  accountId: row.id,
  name: row.name,
  color: row.color ?? undefined,
  picture: row.picture ?? undefined,
  createdAt: row.created_at.getTime(),
});

/** Adds the routes of the caller's own account, which need no administrator. */
export function addWorkspaceRoutes(router: Router, accounts: Accounts): void {
  router
    .get(
      "/workspace",
      async ({ caller }) => {
        const own = accounts.db.selectFrom("accounts").selectAll().where("id", "=", caller.accountId);
        return presentWorkspace(await own.executeTakeFirstOrThrow());
      },
      {
        auth: "any",
        detail: { operationId: "getWorkspace", summary: "Get your account" } as object,
        response: { 200: Workspace },
      },
    )
    .patch(
      "/workspace",
      async ({ body, caller }) => {
        if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
        return presentWorkspace(await updateAccount(accounts, caller.accountId, body));
      },
      {
        auth: "workspace:manage",
        detail: {
          operationId: "updateWorkspace",
          summary: "Update your account",
          description: "Changes the name, color and image that people see in the dashboard.",
        } as object,
        body: PatchWorkspace,
        response: { 200: Workspace },
      },
    );
}

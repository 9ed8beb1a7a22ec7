import { Type } from "@sinclair/typebox";
import type { Router } from "vireo/router";
import { Closed, Nothing, Text } from "vireo/schema";
import type { Social } from "../context";
import { groupName } from "../schema";
import { deleteGroup, listGroups, setGroup } from "./groups";

const MAX_MEMBERS = 100;

const Group = Closed({
  name: Type.String(),
  accountIds: Type.Array(Type.String(), { description: "Social accounts in the order they were given." }),
});
const Groups = Closed({ groups: Type.Array(Group, { description: "Groups by name." }) });
const SetGroup = Closed({
  accountIds: Type.Array(Text({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_MEMBERS,
    description: "Social accounts of the group. A social account can be in several groups.",
  }),
});
const Params = Closed({ name: groupName });

export function addGroupRoutes(router: Router, social: Social): void {
  router
    .get("/groups", async ({ caller }) => ({ groups: await listGroups(social, caller.accountId) }), {
      auth: "social:read",
      detail: {
        operationId: "listSocialGroups",
        summary: "List the groups of social accounts",
        description: "`group` filters posts, calendar, accounts and analytics by one.",
      },
      response: { 200: Groups },
    })
    .put(
      "/groups/:name",
      ({ caller, params, body }) => setGroup(social, caller.accountId, params.name, body.accountIds),
      {
        auth: "social:write",
        limit: "posts",
        detail: {
          operationId: "setSocialGroup",
          summary: "Create a group of social accounts, or replace its accounts",
          "x-errors": [409],
        } as object,
        params: Params,
        body: SetGroup,
        response: { 200: Group },
      },
    )
    .delete(
      "/groups/:name",
      async ({ caller, params, set }) => {
        await deleteGroup(social, caller.accountId, params.name);
        set.status = 204;
      },
      {
        auth: "social:write",
        limit: "posts",
        detail: { operationId: "deleteSocialGroup", summary: "Delete a group of social accounts" },
        params: Params,
        response: { 204: Nothing },
      },
    );
}

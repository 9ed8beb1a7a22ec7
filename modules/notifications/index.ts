import { Type } from "@sinclair/typebox";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import { defineModule, type Services } from "vireo/module";
import type { Caller } from "vireo/request";
import { Closed, OneOf, Text } from "vireo/schema";
import type { Notifications as Context } from "./context";
import { collectDigests, sendDigests } from "./digests";
import { type Switch, switches } from "./kinds";
import { migrations } from "./migrations";

const names = Object.keys(switches);
const Notifications = Closed({
  personId: Type.String(),
  email: Type.String(),
  configured: Type.Boolean({ description: "False if the server sends no mail." }),
  notifications: Type.Array(
    Closed({
      kind: Type.String(),
      title: Type.String(),
      description: Type.String(),
      enabled: Type.Boolean(),
    }),
  ),
});
const Change = Closed({
  kind: OneOf(names, { description: "Kind of notification." }),
  enabled: Type.Boolean({ description: "True if the person gets mail of this kind." }),
});
const Params = Closed({ personId: Text({ maxLength: 100, description: "A person, or `me`." }) });
const OWN = "me";

/** Returns the person in the path. Any person but oneself requires the scope `admin`. */
function resolvePerson(personId: string, caller: Caller): string {
  if (personId !== OWN && personId !== caller.personId) {
    if (!caller.scopes.has("admin"))
      throw new ApiError("insufficient_scope", "Only administrators can access the settings of other people.");
    return personId;
  }
  if (!caller.personId)
    throw new ApiError("not_found", "An API key has no notifications. Send the id of a person from GET /people.");
  return caller.personId;
}

/** Returns the switches of a person. Throws `not_found`. */
async function readSettings({ db, services }: Context, id: string) {
  const [person] = await services.people.listPeople(db, [id]);
  if (!person) throw new ApiError("not_found", "Person not found.");
  const rows = await db.selectFrom("notification_settings").selectAll().where("person_id", "=", id).execute();
  const settings = new Map(rows.map(({ kind, enabled }) => [kind, enabled]));
  return {
    personId: id,
    email: person.email,
    configured: services.mail.isConfigured,
    notifications: Object.entries<Switch>(switches)
      .filter(([, { isAdminOnly }]) => !isAdminOnly || person.isAdmin)
      .map(([kind, { title, description }]) => ({ kind, title, description, enabled: settings.get(kind) ?? true })),
  };
}

/**
 * Notifies people by mail when action is required. Collects at most one mail per hour of each kind, with a switch for
 * each.
 */
export const notifications = defineModule({
  name: "notifications",
  description: "Mail notifications for people, with a switch for each kind.",
  needs: ["people", "mail"],
  migrations,
  start(context) {
    if (context.services.mail.isConfigured) context.events.consume((...batch) => collectDigests(context, ...batch));

    const routes = context
      .router()
      .get("/:personId", ({ params, caller }) => readSettings(context, resolvePerson(params.personId, caller)), {
        auth: "any",
        detail: {
          operationId: "getNotifications",
          summary: "Get the notification settings of a person",
          "x-errors": [403, 404],
        } as object,
        params: Params,
        response: { 200: Notifications },
      })
      .patch(
        "/:personId",
        async ({ params, body: { kind, enabled }, caller }) => {
          const personId = resolvePerson(params.personId, caller);
          await readSettings(context, personId);
          await context.db
            .insertInto("notification_settings")
            .values({ person_id: personId, kind, enabled })
            .onConflict((conflict) => conflict.columns(["person_id", "kind"]).doUpdateSet({ enabled }))
            .execute();
          return readSettings(context, personId);
        },
        {
          auth: "any",
          detail: {
            operationId: "updateNotifications",
            summary: "Change the notification settings of a person",
            "x-errors": [403, 404],
          } as object,
          params: Params,
          body: Change,
          response: { 200: Notifications },
        },
      );
    return {
      routes,
      service: { findMuted } satisfies Services["notifications"],
      schedules: { send: { cron: "50 * * * * *", run: () => sendDigests(context) } },
    };
  },
});

/** Finds those of these people who have switched off the mails of a kind. */
async function findMuted(
  on: Database,
  kind: keyof typeof switches,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set();
  const rows = await on
    .selectFrom("notification_settings")
    .select("person_id")
    .where("person_id", "in", personIds)
    .where("kind", "=", kind)
    .where("enabled", "=", false)
    .execute();
  return new Set(rows.map(({ person_id }) => person_id));
}

declare module "vireo/module" {
  interface Services {
    notifications: { findMuted: typeof findMuted };
  }
}

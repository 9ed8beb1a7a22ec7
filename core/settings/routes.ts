import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { SettingView } from "#core/config/stored";
import { BASE } from "#core/http/paths";
import type { Router } from "#core/http/router";
import { Closed, OneOf, Text, Timestamp } from "#core/http/schema";
import type { ModuleView, SettingsEditor } from "#core/settings/editor";

const Setting = Closed({
  name: Type.String(),
  description: Type.String(),
  type: OneOf(["string", "number", "boolean"]),
  secret: Type.Boolean(),
  source: OneOf(["environment", "file", "dashboard", "default"], {
    description: "Source of the value. The environment and the file take precedence over values set here.",
  }),
  variable: Type.Optional(Type.String({ description: "Environment variable that also sets this value." })),
  stored: Type.Optional(
    Closed(
      {
        hint: Type.Optional(Type.String({ description: "Last four characters of the value." })),
        setBy: Closed({ type: Type.String(), id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }),
        setAt: Timestamp("Time at which the value was set."),
      },
      { description: "Present if a value is set here. The value itself is never returned." },
    ),
  ),
});

const ModuleSettings = Closed({
  module: Type.String(),
  title: Type.String(),
  description: Type.Optional(Type.String()),
  keysAt: Type.Optional(Type.String({ description: "URL of the vendor's page for creating keys." })),
  fills: Type.Array(Type.String(), { description: "Slots that the plug-in's engines fill once it is configured." }),
  restartNeeded: Type.Boolean({ description: "True if the server must be restarted to use the new values." }),
  settings: Type.Array(Setting),
});

const Check = Closed({
  name: Type.String(),
  state: OneOf(["ok", "warning", "failed"]),
  detail: Type.String(),
  advice: Type.Optional(Type.String()),
});

const ChangedSettings = Closed({
  ...ModuleSettings.properties,
  checks: Type.Array(Check, { description: "Results of checking the module's engines with the new values." }),
});

const PatchSettings = Closed({
  values: Type.Record(
    Type.String({ minLength: 1, maxLength: 100 }),
    Type.Union([Text({ minLength: 1, maxLength: 2000 }), Type.Number(), Type.Boolean(), Type.Null()]),
    { minProperties: 1, maxProperties: 20, description: "Values by name. `null` removes one." },
  ),
});

const getType = ({ schema }: SettingView): "string" | "number" | "boolean" =>
  schema.type === "boolean" ? "boolean" : schema.type === "integer" || schema.type === "number" ? "number" : "string";

function presentSetting(setting: SettingView) {
  const { name, schema, origin, row } = setting;
  return {
    name,
    description: (schema.description ?? "") as string,
    type: getType(setting),
    secret: schema.secret === true,
    source: origin,
    variable: schema.env ? (schema.env as string) : undefined,
    stored: row && {
      hint: row.hint ?? undefined,
      setBy: {
        type: row.set_by_type,
        id: row.set_by_id ?? undefined,
        name: row.set_by_name ?? undefined,
      },
      setAt: row.set_at.getTime(),
    },
  };
}

const present = ({ module, settings, restartNeeded }: ModuleView) => ({
  module: module.name,
  title: module.title ?? module.name,
  description: module.description,
  keysAt: module.keysAt,
  fills: [...(module.fills ?? [])],
  restartNeeded,
  settings: settings.map(presentSetting),
});

/** Routes for plug-in settings that administrators change while the server runs, such as vendor keys. */
export const settingsRoutes = ({ editor, router }: { editor: SettingsEditor; router: Router }) =>
  new Elysia({ normalize: false })
    .use(router)
    .get(`${BASE}/settings`, async () => ({ modules: (await editor.list()).map(present) }), {
      auth: "admin",
      detail: {
        tags: ["system"],
        operationId: "listSettings",
        summary: "List editable settings",
        description:
          "Vendor keys and other plug-in settings that administrators can change. They apply to all accounts. Values are never returned.",
      },
      response: { 200: Closed({ modules: Type.Array(ModuleSettings) }) },
    })
    .patch(
      `${BASE}/settings/:module`,
      async ({ params, body, caller }) => {
        const { view, checks } = await editor.change(caller, params.module, body.values);
        return { ...present(view), checks };
      },
      {
        auth: "admin",
        detail: {
          tags: ["system"],
          operationId: "updateSettings",
          summary: "Change settings of a plug-in",
          description:
            "Encrypts and stores values, such as a vendor's key, for all accounts. Vireo immediately checks the plug-in's engines with the new values; see `checks`. A server with its own database also uses them immediately, others after a restart; see `restartNeeded`. Returns 409 if the environment or vireo.config.ts sets the value, because these take precedence.",
          "x-errors": [409],
        } as object,
        body: PatchSettings,
        response: { 200: ChangedSettings },
      },
    );

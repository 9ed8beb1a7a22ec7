import { Type } from "@sinclair/typebox";
import { common } from "vireo/generations";
import { defineModule } from "vireo/module";
import { Closed, OneOf } from "vireo/schema";

const { model: _model, engine: _engine, prompt: _prompt, ...progress } = common;

const Edit = Closed(
  {
    editId: Type.String(),
    videoId: Type.String(),
    operation: OneOf(["captions", "overlay", "voiceover", "trim", "render"]),
    ...progress,
    url: Type.Optional(Type.String({ description: "URL of the new version, once it is completed." })),
    version: Type.Optional(Type.Integer({ minimum: 2, description: "Number of the new version." })),
  },
  { $id: "Edit" },
);

export const edits = defineModule({
  name: "edits",
  title: "Edits",
  description:
    "State of edits that continue after the response to their request, for example with `Prefer: respond-async`.",
  needs: ["videos"],
  scopes: ["media:read"],
  start: ({ router, services }) => ({
    routes: router().get(
      "/:editId",
      ({ params, caller }) => services.videos.readEdit(caller.accountId, params.editId),
      {
        auth: "media:read",
        detail: { summary: "Get the state of an edit" },
        response: { 200: Edit },
      },
    ),
  }),
});

import { type Static, Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, pageQuery, QueryInt, Text, Timestamp } from "vireo/schema";
import { TemplateKindField, templateKinds } from "vireo/templates";

const Scalar = (description: string) =>
  Type.Optional(
    Type.Union([Text({ maxLength: 5000 }), Type.Number(), Type.Boolean()], {
      description,
    }),
  );

export const Field = Closed(
  {
    name: Text({
      minLength: 1,
      maxLength: 40,
      pattern: "^[a-z][A-Za-z0-9]{0,39}$",
      description: "Letters and digits, starting with a lower-case letter. Written as `{{name}}` in the body.",
    }),
    type: OneOf(
      ["text", "longText", "image", "video", "audio", "color", "number", "price", "url", "boolean", "choice"],
      {
        description:
          "`text` is one line, `longText` several. `image`, `video` and `audio` are URLs of files. `price` and `url` are shown as they are written.",
      },
    ),
    label: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "Name in forms. Default: the name." })),
    required: Type.Optional(
      Type.Boolean({
        description:
          "True if the field cannot be hidden. It then needs a value, unless it has a default. Default false.",
      }),
    ),
    default: Scalar("Value for requests that send none. If there is no default, the field is hidden."),
    maxLength: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5000, description: "Maximum length of a text, in characters." }),
    ),
    example: Scalar("Sample value."),
    options: Type.Optional(
      Type.Array(Text({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "Values of a `choice`.",
      }),
    ),
  },
  { $id: "TemplateField" },
);

const name = Text({ minLength: 1, maxLength: 100, pattern: "\\S" });
const description = Text({ maxLength: 500 });
const contents = {
  fields: Type.Array(Field, { maxItems: 100 }),
  body: Type.Record(Type.String(), Type.Unknown(), {
    description:
      "Body of the request, with `{{name}}` in its texts. A text that is only a placeholder takes the type of its value. At most 64 KB as JSON.",
  }),
};

export const CreateTemplate = Closed({
  name,
  description: Type.Optional(description),
  kind: Type.Optional(OneOf(templateKinds, { description: "Default: `render` for layers alone, otherwise `video`." })),
  ...contents,
});
export type CreateTemplate = Static<typeof CreateTemplate>;

export const CreateVersion = Closed({
  name: Type.Optional(name),
  description: Type.Optional(description),
  ...contents,
});
export type CreateVersion = Static<typeof CreateVersion>;

const summary = {
  templateId: Type.String({ description: "ID of the template (tpl_…)." }),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  kind: TemplateKindField,
  source: OneOf(["own", "built-in", "plug-in"], { description: "Only `own` templates can be changed and deleted." }),
  version: Type.Integer({ minimum: 1, description: "Number of the version." }),
  previewUrl: Type.Optional(Type.String({ description: "URL of a preview image of its example." })),
  createdAt: Type.Optional(Timestamp("Time at which your own template was created.")),
  updatedAt: Type.Optional(Timestamp("Time at which its newest version was created.")),
};
export const Template = Closed({ ...summary, ...contents }, { $id: "Template" });
export const Templates = ListOf("templates", Closed(summary, { $id: "TemplateSummary" }));

/** Pages by number only, because a cursor cannot point to a built-in template. */
const { cursor: _, ...numberedPages } = pageQuery;
export const TemplateQuery = Closed({
  ...numberedPages,
  kind: Type.Optional(OneOf(templateKinds, { description: "Only templates of this kind." })),
  q: Type.Optional(Text({ minLength: 1, maxLength: 200, description: "Only names that contain this." })),
});
export type TemplateQuery = Static<typeof TemplateQuery>;
export const VersionQuery = Closed({
  version: Type.Optional(QueryInt({ minimum: 1, maximum: 1_000_000, description: "Default: the newest version." })),
});

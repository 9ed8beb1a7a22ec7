import { type TSchema, Type } from "@sinclair/typebox";
import { Closed, Text, Url } from "vireo/schema";
import { type BuiltIn, builtInCharacters, builtInStyles } from "./built-in";

/** Configuration of a type of content, such as personas. All types have the same five routes. */
export interface ContentType {
  /** Stored with each row and used as the noun in messages. */
  type: string;
  /** Tag name and description in the API reference. */
  title: string;
  about: string;
  /** Path below /api/v1. */
  path: string;
  /** Name of the array in list responses. */
  plural: string;
  /** Name of the id in paths and in request bodies of other resources. */
  param: string;
  /** Prefix of its ids. */
  prefix: string;
  /** Writable fields. `name` is required. Optional texts that were not set are absent in responses. */
  fields: { name: TSchema } & Record<string, TSchema>;
  /** Fields with URLs, which are checked on write. */
  urls?: readonly string[];
  /** Field that holds the id of a message or free text. */
  messageField?: string;
  /** Read-only rows that every account has. Responses then include `isCustom`. */
  builtIn?: readonly BuiltIn[];
}

const name = Text({ minLength: 1, maxLength: 200, description: "Display name." });
const urls = (description: string) => Type.Array(Url("Public http(s) URL."), { maxItems: 20, description });

export const atEngine = (description: string) =>
  Closed(
    { engine: Text({ minLength: 1, maxLength: 60 }), id: Text({ minLength: 1, maxLength: 200 }) },
    { description },
  );

export const colors = Type.Array(Text({ pattern: "^#[0-9a-fA-F]{6}$", description: "Such as #0ea5e9." }), {
  maxItems: 6,
  description: "Brand colors: the background first, then the accent. Local engines use them in designs.",
});
/** May be empty, which removes the value. */
export const logoUrl = Text({
  maxLength: 4096,
  pattern: "^$|^https?://",
  description: "URL of the logo, preferably a transparent PNG. Local engines show it instead of the name.",
});

export const message: ContentType = {
  type: "message",
  title: "Messaging",
  about: "Brand and positioning texts.",
  path: "messaging",
  plural: "messaging",
  param: "messagingId",
  prefix: "msg",
  fields: {
    name,
    body: Text({ maxLength: 10_000, description: "The brand or positioning text." }),
  },
};

export const contentTypes: readonly ContentType[] = [
  {
    type: "persona",
    title: "Personas",
    about: "Target audiences of content.",
    path: "personas",
    plural: "personas",
    param: "personaId",
    prefix: "per",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "Description of the speaker, the audience and the tone." }),
    },
  },
  message,
  {
    type: "product",
    title: "Products",
    about: "Advertised products, with images.",
    path: "products",
    plural: "products",
    param: "productId",
    prefix: "prod",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "Description of the product and its benefits." }),
      photos: urls("URLs of product images."),
      messaging: Text({ maxLength: 10_000, description: "ID of a message (`msg_…`) or the text itself." }),
      colors,
      logoUrl,
    },
    urls: ["photos", "logoUrl"],
    messageField: "messaging",
  },
  {
    type: "style",
    title: "Styles",
    about: "Visual styles, built in or your own.",
    path: "styles",
    plural: "styles",
    param: "styleId",
    prefix: "sty",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "Visual look." }),
      promptTemplate: Text({
        maxLength: 5000,
        description:
          "Template for prompts. `{prompt}` is replaced by the prompt; without it, the template is appended.",
      }),
      colors,
      logoUrl,
    },
    urls: ["logoUrl"],
    builtIn: builtInStyles,
  },
  {
    type: "character",
    title: "Characters",
    about: "People who appear in content, built in or your own.",
    path: "characters",
    plural: "characters",
    param: "characterId",
    prefix: "chr",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "Appearance and manner." }),
      imageUrls: urls("URLs of reference images."),
      voiceId: Text({ maxLength: 200, description: "Voice ID of the speech engine. `voice` also names the engine." }),
      voice: atEngine("Voice from GET /voices. Takes precedence over voiceId."),
      avatar: atEngine("Avatar from GET /avatars, shown instead of the images when the character speaks."),
    },
    urls: ["imageUrls"],
    builtIn: builtInCharacters,
  },
  {
    type: "project",
    title: "Inspiration Projects",
    about: "Collections of short videos to learn from.",
    path: "inspo",
    plural: "projects",
    param: "inspoId",
    prefix: "prj",
    fields: {
      name,
      description: Text({ maxLength: 1000, description: "Purpose of the research." }),
      niche: Text({ maxLength: 100, description: "Niche or market." }),
      brand: Text({ maxLength: 200, description: "Brand name." }),
    },
  },
];

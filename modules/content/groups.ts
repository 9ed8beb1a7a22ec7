import { type TSchema, Type } from "@sinclair/typebox";
import { Text, Url } from "vireo/schema";
import { type BuiltIn, builtInCharacters, builtInStyles } from "./built-in";

/** A resource group: everything that sets it apart from the others. The five routes are the same for all. */
export interface Group {
  /** Stored with each row, and the noun in messages. */
  type: string;
  /** Path below /api/v1. */
  path: string;
  /** Key of the list in the list's answer. */
  plural: string;
  /** Name of the id in paths, and in the bodies of those who refer to it. */
  param: string;
  /** Prefix of its ids. */
  prefix: string;
  /** Write fields. `name` is required; the others may be left out, and texts that were are absent when read. */
  fields: { name: TSchema } & Record<string, TSchema>;
  /** Fields that hold URLs, checked when written. */
  urls?: readonly string[];
  /** Field that holds the id of a message, or free text in its place. */
  messageField?: string;
  /** Rows that come with the product, for every account and read-only. Reads then tell `isCustom`. */
  builtIn?: readonly BuiltIn[];
}

const name = Text({ minLength: 1, maxLength: 200, description: "Name, for people." });
const urls = (description: string) => Type.Array(Url("Public http(s) address."), { maxItems: 20, description });

export const message: Group = {
  type: "message",
  path: "messaging",
  plural: "messaging",
  param: "messagingId",
  prefix: "msg",
  fields: {
    name,
    body: Text({ maxLength: 10_000, description: "The brand or positioning text." }),
  },
};

export const groups: readonly Group[] = [
  {
    type: "persona",
    path: "personas",
    plural: "personas",
    param: "personaId",
    prefix: "per",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "Who speaks or is spoken to, and how." }),
    },
  },
  message,
  {
    type: "product",
    path: "products",
    plural: "products",
    param: "productId",
    prefix: "prod",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "What it is and what it does." }),
      photos: urls("Addresses of pictures of it."),
      messaging: Text({ maxLength: 10_000, description: "Id of a message (msg_…), or the text itself." }),
    },
    urls: ["photos"],
    messageField: "messaging",
  },
  {
    type: "style",
    path: "styles",
    plural: "styles",
    param: "styleId",
    prefix: "sty",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "What it looks like." }),
      promptTemplate: Text({
        maxLength: 5000,
        description: "Put around a prompt, which stands in place of {prompt}; without {prompt} it follows the prompt.",
      }),
    },
    builtIn: builtInStyles,
  },
  {
    type: "character",
    path: "characters",
    plural: "characters",
    param: "characterId",
    prefix: "chr",
    fields: {
      name,
      description: Text({ maxLength: 5000, description: "Looks and manner." }),
      imageUrls: urls("Addresses of reference pictures."),
      voiceId: Text({ maxLength: 200, description: "The voice's id at the engine that speaks." }),
    },
    urls: ["imageUrls"],
    builtIn: builtInCharacters,
  },
  {
    type: "project",
    path: "inspo",
    plural: "projects",
    param: "inspoId",
    prefix: "prj",
    fields: {
      name,
      description: Text({ maxLength: 1000, description: "What the research is for." }),
      niche: Text({ maxLength: 100, description: "Niche or market." }),
      brand: Text({ maxLength: 200, description: "Brand name." }),
    },
  },
];

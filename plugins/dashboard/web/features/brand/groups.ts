import { FolderHeart, type LucideIcon, Megaphone, Package, Palette, UserRound, UsersRound } from "lucide-react";
import type { Resource } from "../../query-keys";

export interface Field {
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  /** `message` is the ID of a messaging entry, or a text. `template` is a text with a preview. */
  kind: "line" | "text" | "images" | "image" | "colors" | "message" | "template";
  maxLength?: number;
}

/** A kind of brand resource. */
export interface Group {
  /** Path below /brand and /api/v1. */
  path: Resource;
  /** Key of the list in the API's response. */
  plural: string;
  title: string;
  noun: string;
  icon: LucideIcon;
  text: string;
  fields: readonly Field[];
  /** URL parameter of the create page. */
  param?: string;
}

const description = (text: string, placeholder: string, maxLength = 5000): Field => ({
  name: "description",
  label: "Description",
  description: text,
  placeholder,
  kind: "text",
  maxLength,
});

/** Fields that override the brand kit. */
const lookFields: readonly Field[] = [
  { name: "colors", label: "Colors", description: "Instead of the brand kit's", kind: "colors" },
  { name: "logoUrl", label: "Logo", description: "Instead of the brand kit's", kind: "image" },
];

export const groups: readonly Group[] = [
  {
    path: "products",
    plural: "products",
    title: "Products",
    noun: "product",
    icon: Package,
    text: "What you sell, for use in videos and plans",
    fields: [
      description("What it is and what it does", "A cold brew in a can. No sugar, 180 mg of caffeine."),
      { name: "photos", label: "Photos", description: "The first photo is used most", kind: "images" },
      { name: "messaging", label: "Messaging", kind: "message", maxLength: 10_000 },
      ...lookFields,
    ],
    param: "productId",
  },
  {
    path: "personas",
    plural: "personas",
    title: "Personas",
    noun: "persona",
    icon: UserRound,
    text: "The voices your content speaks with",
    fields: [
      description(
        "Who is speaking or addressed, and in what tone",
        "A 30-year-old barista. Dry humor, short sentences.",
      ),
    ],
    param: "personaId",
  },
  {
    path: "messaging",
    plural: "messaging",
    title: "Messaging",
    noun: "message",
    icon: Megaphone,
    text: "Claims and positioning, for consistent content",
    fields: [
      {
        name: "body",
        label: "Text",
        placeholder: "Coffee shop quality, from the fridge.",
        kind: "text",
        maxLength: 10_000,
      },
    ],
    param: "messagingId",
  },
  {
    path: "styles",
    plural: "styles",
    title: "Styles",
    noun: "style",
    icon: Palette,
    text: "Looks that are applied to prompts",
    fields: [
      description("What it looks like", "Warm, handheld, early morning."),
      {
        name: "promptTemplate",
        label: "Template",
        description: "{prompt} is replaced by the prompt. Without it, the template is added after the prompt.",
        placeholder: "{prompt}. Shot on 35 mm film, warm light.",
        kind: "template",
        maxLength: 5000,
      },
      ...lookFields,
    ],
    param: "styleId",
  },
  {
    path: "characters",
    plural: "characters",
    title: "Characters",
    noun: "character",
    icon: UsersRound,
    text: "People who appear in your videos",
    fields: [
      description("Appearance and manner", "A woman of about thirty, short gray hair, calm."),
      {
        name: "imageUrls",
        label: "Images",
        description: "Several angles work best",
        kind: "images",
      },
      {
        name: "voiceId",
        label: "Voice ID",
        description: "The text-to-speech engine's ID of the voice",
        kind: "line",
        maxLength: 200,
      },
    ],
    param: "characterId",
  },
  {
    path: "inspo",
    plural: "projects",
    title: "Inspiration",
    noun: "project",
    icon: FolderHeart,
    text: "Research topics for content plans",
    fields: [
      description("What the research is about", "What small roasters do on TikTok.", 1000),
      { name: "niche", label: "Niche", placeholder: "Specialty coffee", kind: "line", maxLength: 100 },
      { name: "brand", label: "Brand", kind: "line", maxLength: 200 },
    ],
  },
];

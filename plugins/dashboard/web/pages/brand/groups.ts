import { FolderHeart, type LucideIcon, Megaphone, Package, Palette, UserRound, UsersRound } from "lucide-react";

export interface Field {
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  /** line, text: words. pictures: addresses. message: the id of a message, or words. template: words, with an example. */
  kind: "line" | "text" | "pictures" | "message" | "template";
  maxLength?: number;
}

/** A group of what an account says of itself: everything that sets it apart from the others. */
export interface Group {
  /** Below /brand, and below /api/v1. */
  path: string;
  /** Key of the list in the list's answer. */
  plural: string;
  title: string;
  one: string;
  icon: LucideIcon;
  /** What it is for. */
  text: string;
  fields: readonly Field[];
  /** Where it is used, in the form of a video. */
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

export const groups: readonly Group[] = [
  {
    path: "products",
    plural: "products",
    title: "Products",
    one: "product",
    icon: Package,
    text: "What you sell. Its photos and words go into videos and plans.",
    fields: [
      description("What it is and what it does.", "A cold brew in a can. No sugar, 180 mg of caffeine."),
      { name: "photos", label: "Photos", description: "The first one matters most.", kind: "pictures" },
      { name: "messaging", label: "What it stands for", kind: "message", maxLength: 10_000 },
    ],
    param: "productId",
  },
  {
    path: "personas",
    plural: "personas",
    title: "Personas",
    one: "persona",
    icon: UserRound,
    text: "Whose voice it is. Plans and videos take on how they speak.",
    fields: [description("Who speaks or is spoken to, and how.", "A barista of thirty. Dry humour, short sentences.")],
    param: "personaId",
  },
  {
    path: "messaging",
    plural: "messaging",
    title: "Messaging",
    one: "message",
    icon: Megaphone,
    text: "What the brand says, once and for all, so that every video says the same.",
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
    one: "style",
    icon: Palette,
    text: "How it looks. A style is put around every prompt that it is used with.",
    fields: [
      description("What it looks like.", "Warm, handheld, early morning."),
      {
        name: "promptTemplate",
        label: "Template",
        description: "{prompt} stands for what is asked for. Without it, the template follows the prompt.",
        placeholder: "{prompt}. Shot on 35 mm film, warm light.",
        kind: "template",
        maxLength: 5000,
      },
    ],
    param: "styleId",
  },
  {
    path: "characters",
    plural: "characters",
    title: "Characters",
    one: "character",
    icon: UsersRound,
    text: "Who appears. The same face in every video.",
    fields: [
      description("Looks and manner.", "A woman of about thirty, short grey hair, calm."),
      {
        name: "imageUrls",
        label: "Pictures",
        description: "What they look like, from several sides.",
        kind: "pictures",
      },
      {
        name: "voiceId",
        label: "Voice",
        description: "The voice's id at the engine that speaks.",
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
    one: "project",
    icon: FolderHeart,
    text: "What a piece of research is about. Plans draw on it.",
    fields: [
      description("What the research is for.", "What small roasters do on TikTok.", 1000),
      { name: "niche", label: "Niche", placeholder: "speciality coffee", kind: "line", maxLength: 100 },
      { name: "brand", label: "Brand", kind: "line", maxLength: 200 },
    ],
  },
];

import { Type } from "@sinclair/typebox";
import type { Brief } from "#core/engine";
import { invalid } from "#core/errors";
import { Text } from "#core/schema";

/** The service that resolves content ids; a module offers it under the name `content`. */
export interface BriefSource {
  /** Texts and pictures behind these ids, inside the account. Throws `validation_error` at the field of an unknown one. */
  brief(accountId: string, ids: BriefIds): Promise<Brief>;
}

export const briefFields = {
  personaId: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "Persona whose voice it takes." })),
  productId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "Product it shows; photos and texts are used." }),
  ),
  styleId: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "Style whose promptTemplate is applied." })),
  characterId: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "Character that appears." })),
};
export const messagingField = {
  messagingId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "Brand or positioning message it tells." }),
  ),
};

export interface BriefIds {
  personaId?: string;
  productId?: string;
  styleId?: string;
  characterId?: string;
  messagingId?: string;
  inspoId?: string;
}
const fields = ["personaId", "productId", "styleId", "characterId", "messagingId", "inspoId"] as const;

export async function resolveBrief(source: BriefSource | undefined, accountId: string, body: BriefIds): Promise<Brief> {
  const asked = fields.filter((field) => body[field] !== undefined);
  const [first] = asked;
  if (!first) return {};
  if (!source) throw invalid(first, "There is no such resource in this account.");
  return source.brief(accountId, Object.fromEntries(asked.map((field) => [field, body[field]])));
}

/** The prompt with the style's template around it. */
export function styled(prompt: string, brief: Brief): string {
  const template = brief.style?.promptTemplate;
  if (!template) return prompt;
  return template.includes("{prompt}") ? template.replaceAll("{prompt}", () => prompt) : `${prompt} ${template}`;
}

/** The prompt with what it refers to in words behind it, for engines that read nothing but text; at most so many characters. */
export function spelledOut(prompt: string, { persona, product, messaging, style, character }: Brief, limit: number) {
  const told = [
    persona && `In the voice of ${persona.name}: ${persona.description}`,
    product && `Product: ${product.name}. ${product.description}`,
    product?.messaging && `What it stands for: ${product.messaging}`,
    messaging && `Message: ${messaging.name}. ${messaging.body}`,
    character && `Character: ${character.name}. ${character.description}`,
    // A style with a template is in the prompt already.
    style && !style.promptTemplate && `Style: ${style.name}. ${style.description}`,
  ].filter(Boolean);
  if (told.length === 0) return prompt;
  return [prompt, "", ...told].join("\n").slice(0, Math.max(limit, prompt.length)).trimEnd();
}

/** Pictures of what a prompt refers to: the product first. */
export const picturesOf = ({ product, character }: Brief): string[] => [
  ...(product?.photos ?? []),
  ...(character?.imageUrls ?? []),
];

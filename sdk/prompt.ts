import type { Brief } from "#sdk/brief";

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

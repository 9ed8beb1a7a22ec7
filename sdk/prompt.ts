import type { Brief } from "#sdk/brief";

/** Puts the style's template around a prompt. */
function applyStyle(prompt: string, brief: Brief): string {
  const template = brief.style?.promptTemplate;
  if (!template) return prompt;
  return template.includes("{prompt}") ? template.replaceAll("{prompt}", () => prompt) : `${prompt} ${template}`;
}

/**
 * Puts the style's template around a prompt and appends the content of the brief, for engines that only read text.
 * @param limit most characters of the result. The prompt itself is never cut
 * @example
 * const style = { name: "Film", description: "", promptTemplate: "Shot on film: {prompt}" };
 * addBrief("A cold brew", { style }, 5000); // "Shot on film: A cold brew"
 */
export function addBrief(text: string, brief: Brief, limit: number) {
  const { persona, product, messaging, style, character } = brief;
  const prompt = applyStyle(text, brief);
  const lines = [
    persona && `In the voice of ${persona.name}: ${persona.description}`,
    product && `Product: ${product.name}. ${product.description}`,
    product?.messaging && `What it stands for: ${product.messaging}`,
    messaging && `Message: ${messaging.name}. ${messaging.body}`,
    character && `Character: ${character.name}. ${character.description}`,
    // A style with a template is already part of the prompt.
    style && !style.promptTemplate && `Style: ${style.name}. ${style.description}`,
  ].filter(Boolean);
  if (lines.length === 0) return prompt;
  return [prompt, "", ...lines].join("\n").slice(0, Math.max(limit, prompt.length)).trimEnd();
}

/**
 * Returns the URLs of a brief's images, the product's first.
 * @example
 * const product = { name: "Brew", description: "", photos: ["https://example.com/brew.jpg"] };
 * getBriefImages({ product }); // ["https://example.com/brew.jpg"]
 */
export const getBriefImages = ({ product, character }: Brief): string[] => [
  ...(product?.photos ?? []),
  ...(character?.imageUrls ?? []),
];

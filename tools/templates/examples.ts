import { builtIn } from "#modules/templates/built-in/index";
import { getSample } from "#modules/templates/fields";
import { fillJson, type Json } from "#modules/templates/fill";
import { videoTemplates } from "#modules/videos/template-targets";
import type { TemplateFact } from "#sdk/facts";
import type { Request } from "../sheets/draw";

/** The built-in templates, filled with their examples. */
export const listExamples = (): (Request & { name: string; kind: "clip" | "poster" })[] =>
  Object.entries(builtIn).map(([name, fact]) => ({
    ...fillExample(fact),
    name,
    kind: fact.kind === "image" ? "poster" : "clip",
  }));

/** Fills a template with its examples, without pictures: they need the network. */
function fillExample({ kind, fields, body }: TemplateFact): Request {
  const values = new Map(
    fields.map((field) => [field.name, field.type === "image" ? null : getSample(field)] as const),
  );
  const filled = fillJson(body as Record<string, Json>, values, videoTemplates.content).body as unknown as Request;
  const { prompt, scenes, duration = 8, aspectRatio = kind === "image" ? "1:1" : "9:16", seed } = filled;
  return { prompt, scenes, duration, aspectRatio, seed };
}

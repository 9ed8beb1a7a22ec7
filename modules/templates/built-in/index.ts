import type { TemplateFact } from "vireo/facts";
import { imageTemplates } from "./images";
import { videoTemplates } from "./videos";

/** The built-in templates, in the order of lists. */
export const builtIn: Readonly<Record<string, TemplateFact>> = { ...videoTemplates, ...imageTemplates };

import type { Canvas } from "@napi-rs/canvas";
import { findNamedColor } from "#plugins/local/draw/colorwords";
import { RenderError } from "#plugins/local/render-tools";
import { resizeTo } from "../geometry";
import { replaceBackground } from "../pixels/background";
import type { Operation, Rule } from "./operation";
import { color, matchWholeWords } from "./patterns";

const ground = "(?:back ?ground|backdrop|hintergrund|fond|arrière-plan|fondo|sfondo)";
const article = "(?:(?:the|its|das|den|le|l'|el|il)\\s*)?";

/** Rules for "Remove the background", "make the background white". */
export const backgroundRules: readonly Rule[] = [
  {
    pattern: matchWholeWords(
      `(?:remove|delete|erase|cut out|drop|entferne|lösche|supprime[rz]?|enlève|quita[r]?|elimina[r]?|rimuovi)\\s+${article}${ground}|${article}${ground}\\s+(?:entfernen|löschen)|(?:make|turn|mach[e]?)\\s+${article}${ground}\\s+(?:transparent|durchsichtig)|transparent(?:er)? ${ground}`,
    ),
    make: () => parseBackground("no background"),
  },
  {
    pattern: matchWholeWords(
      `(?:make|turn|change|set|mach[e]?|färbe)\\s+${article}${ground}\\s+(?:to\\s+|in\\s+)?(?<first>${color})|(?<second>${color})\\s+${ground}`,
    ),
    make: ({ first, second }) => {
      const name = (first ?? second)!;
      return parseBackground(`${name} background`, findNamedColor(name));
    },
  },
];

const parseBackground = (label: string, fill?: string): Operation => ({
  kind: "canvas",
  phase: "shape",
  label,
  run(canvas: Canvas) {
    const copy = resizeTo(canvas, canvas.width, canvas.height);
    const ctx = copy.getContext("2d");
    const image = ctx.getImageData(0, 0, canvas.width, canvas.height);
    const replaced = replaceBackground(image, fill);
    if (!replaced) {
      const message =
        "The background is not one plain color, so it cannot be separated from the subject. Use an image model for this edit.";
      throw new RenderError("edit_unsupported", message);
    }
    image.data.set(replaced.data);
    ctx.putImageData(image, 0, 0);
    return copy;
  },
});

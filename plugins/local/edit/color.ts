import { RenderError } from "../render-tools";

/** Parses `#rgb`, `#rrggbb` or `#rrggbbaa`; the sign is optional. Throws RenderError "color_invalid". */
export function parseColor(color: string): { rgb: string; opacity: number } {
  const hex = color.trim().replace(/^#/, "").toLowerCase();
  if (!/^(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(hex)) {
    throw new RenderError("color_invalid", `"${color}" is not a valid colour. Use #rrggbb.`);
  }
  const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  return { rgb: full.slice(0, 6), opacity: full.length === 8 ? Number.parseInt(full.slice(6), 16) / 255 : 1 };
}

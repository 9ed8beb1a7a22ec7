import type { HookForm } from "vireo/hooks";
import formatsText from "./formats.txt" with { type: "text" };
import type { Pillar } from "./goals";
import { type Block, getAll, getList, parseBlocks } from "./sheet";
import techniquesText from "./techniques.txt" with { type: "text" };

/** A kind of video, as templates. See `fill` for the slots. */
export interface Format {
  id: string;
  pillar: Pillar;
  /** Openings that lead into it; `none` if it only has its own. */
  techniques: (HookForm | "none")[];
  /** True if nobody speaks. */
  isMute: boolean;
  /** Required slots. */
  needs: string[];
  titles: string[];
  hooks: string[];
  concepts: string[];
  /** Parts of the script after the hook: their share of the time, and their templates. */
  beats: { weight: number; variants: string[] }[];
  /** Templates of each shot. */
  shots: string[][];
  captions: string[];
  tags: string[];
}

const variants = (value: string): string[] => value.split(" || ").map((variant) => variant.trim());

export const readFormats = (blocks: readonly Block[]): Format[] => blocks.map(readFormat);

function readFormat(block: Block): Format {
  const [id = "", pillar = "", techniques = ""] = block.head.split(" | ");
  return {
    id,
    pillar: pillar as Pillar,
    techniques: techniques.split(" ") as Format["techniques"],
    isMute: getAll(block, "mute").length > 0,
    needs: getList(block, "needs", " "),
    titles: getAll(block, "title"),
    hooks: getAll(block, "hook"),
    concepts: getAll(block, "concept"),
    beats: block.lines
      .filter(({ key }) => key.startsWith("beat "))
      .map(({ key, value }) => ({ weight: Number(key.slice(5)), variants: variants(value) })),
    shots: getAll(block, "shot").map(variants),
    captions: getAll(block, "caption"),
    tags: getList(block, "tags", " "),
  };
}

export const formats: readonly Format[] = readFormats(parseBlocks(formatsText));

/** Hooks by technique. */
export function readOpenings(lines: Block["lines"]): ReadonlyMap<string, string[]> {
  const hooks = new Map<string, string[]>();
  for (const { key, value } of lines) hooks.set(key, [...(hooks.get(key) ?? []), value]);
  return hooks;
}

/** Openings of each technique for any topic. */
export const openings = readOpenings(parseBlocks(`# openings\n${techniquesText}`)[0]!.lines);

import { ColorInput, NumberInput, Select, SimpleGrid } from "@mantine/core";
import { families } from "./fonts/index";

/** What letters look like, in captions and overlays alike. */
interface Type {
  fontFamily: string;
  fontSize: number | "";
  color: string;
  outlineColor: string;
}

interface Props<T extends Type> {
  draft: T;
  /** What holds where nothing is chosen. */
  usual: { family: string; size: number; color: string; outlineColor: string };
  change(patch: Partial<T>): void;
  /** Further colours: field, label, what holds without. */
  colors?: readonly [field: keyof T & string, label: string, usual: string][];
  errors: Record<string, string[]>;
}

const swatches = ["#ffffff", "#000000", "#ffe600", "#39ff88", "#ff4d4d", "#4dabf7", "#845ef7", "#ff922b"];
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export function FontFields<T extends Type>({ draft, usual, change, colors = [], errors }: Props<T>) {
  const all: Props<T>["colors"] = [
    ["color", "Colour", usual.color],
    ["outlineColor", "Outline", usual.outlineColor],
    ...colors,
  ];
  const set = (field: string, value: unknown) => change({ [field]: value } as Partial<T>);
  return (
    <SimpleGrid cols={2} spacing="sm">
      <Select
        label="Font"
        placeholder={usual.family}
        data={[...families]}
        value={draft.fontFamily || null}
        onChange={(family) => set("fontFamily", family ?? "")}
        error={errors.fontFamily?.[0]}
        clearable
      />
      <NumberInput
        label="Size"
        placeholder={String(usual.size)}
        value={draft.fontSize}
        onChange={(size) => set("fontSize", typeof size === "number" ? size : "")}
        error={errors.fontSize?.[0]}
        min={8}
        max={400}
        step={4}
        allowDecimal={false}
      />
      {all.map(([field, label, standard]) => (
        <ColorInput
          key={field}
          label={label}
          placeholder={standard}
          value={String(draft[field] ?? "")}
          // What is typed half is no colour yet.
          onChange={(color) => (color === "" || HEX.test(color)) && set(field, color)}
          error={errors[field]?.[0]}
          eyeDropperButtonProps={{ "aria-label": `${label}: pick it from the screen` }}
          swatches={swatches}
          swatchesPerRow={8}
          format="hex"
        />
      ))}
    </SimpleGrid>
  );
}

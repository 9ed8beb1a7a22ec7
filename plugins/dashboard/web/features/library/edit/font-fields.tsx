import { ColorSwatch, NumberInput, Select, SimpleGrid } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useBrandKit } from "../../../ui/brand-kit";
import { ColorInput } from "../../../ui/color-input";
import { toFontOptions, useFonts } from "../../../ui/fonts";
import { families } from "./fonts/index";

interface Font {
  fontFamily: string | null;
  fontSize: number | string;
  color: string;
  outlineColor: string;
}

interface Props<T extends Font> {
  form: UseFormReturnType<T>;
  /** Used for empty fields. */
  defaults: { family: string; size: number; color: string; outlineColor: string };
  /** More colors: field, label and default. */
  colors: readonly (readonly [field: keyof T & string, label: string, placeholder: string])[];
}

const swatches = ["#ffffff", "#000000", "#ffe600", "#39ff88", "#ff4d4d", "#4dabf7", "#845ef7", "#ff922b"];

/** Font, size and colors of captions and overlays. */
export function FontFields<T extends Font>({ form, defaults, colors }: Props<T>) {
  const brandColors = useBrandKit()?.colors ?? [];
  const allColors = [
    ["color", "Color", defaults.color],
    ["outlineColor", "Outline", defaults.outlineColor],
    ...colors,
  ] as const;
  return (
    <SimpleGrid cols={2} spacing="sm">
      <Select
        label="Font"
        placeholder={defaults.family}
        data={toFontOptions(useFonts(), families, form.values.fontFamily)}
        {...form.getInputProps("fontFamily")}
        clearable
      />
      <NumberInput
        label="Size"
        placeholder={String(defaults.size)}
        {...form.getInputProps("fontSize")}
        min={8}
        max={400}
        step={4}
        allowDecimal={false}
      />
      {allColors.map(([field, label, placeholder]) => {
        const input = form.getInputProps(field);
        return (
          <ColorInput
            key={field}
            label={label}
            placeholder={placeholder}
            {...input}
            canBeEmpty
            // Shows the color in use, also while the field is empty.
            leftSection={<ColorSwatch size={18} color={input.value || placeholder} withShadow />}
            withPreview={false}
            eyeDropperButtonProps={{ "aria-label": `${label}: pick from screen` }}
            swatches={[...new Set([...brandColors, ...swatches])]}
            swatchesPerRow={8}
          />
        );
      })}
    </SimpleGrid>
  );
}

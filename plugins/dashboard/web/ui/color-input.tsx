import { type ColorInputProps, ColorInput as MantineColorInput } from "@mantine/core";
import { useState } from "react";

const HEX = /^#[0-9a-f]{6}$/i;

interface Props extends Omit<ColorInputProps, "onChange" | "format" | "fixOnBlur"> {
  /** Whether the field may be empty. */
  canBeEmpty?: boolean;
  onChange(color: string): void;
}

/**
 * Edits a color as #rrggbb. It reports complete colors only, so that half-typed ones reach neither a preview nor the
 * server, and shows the last complete one again when the field is left.
 */
export function ColorInput({ value = "", canBeEmpty = false, onChange, onBlur, ...props }: Props) {
  const [typed, setTyped] = useState<string>();
  return (
    <MantineColorInput
      {...props}
      format="hex"
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        if (HEX.test(next) || (canBeEmpty && next === "")) onChange(next.toLowerCase());
      }}
      // Mantine's own correction restores an older color if the field is left right after typing.
      fixOnBlur={false}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}

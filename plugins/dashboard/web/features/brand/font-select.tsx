import { Select, Text } from "@mantine/core";
import { fontFamilies } from "vireo/captions/fonts";
import { toFontOptions, useFonts } from "../../ui/fonts";
import { useFace } from "../library/edit/use-text-measure";

interface Props {
  label: string;
  value: string | null;
  error?: string;
  onChange(font: string | null): void;
}

/** Shows an option in its own font. */
function Option({ name, label }: { name: string; label: string }) {
  const { face } = useFace({ family: name, weight: 700 });
  return <Text style={{ fontFamily: face.css, fontWeight: face.weight }}>{label}</Text>;
}

/** Selects an uploaded font or a built-in family. */
export const FontSelect = ({ label, value, error, onChange }: Props) => (
  <Select
    label={label}
    placeholder="Automatic"
    data={toFontOptions(useFonts(), fontFamilies, value)}
    renderOption={({ option }) => <Option name={option.value} label={option.label} />}
    value={value}
    error={error}
    onChange={onChange}
    maxDropdownHeight={320}
    clearable
  />
);

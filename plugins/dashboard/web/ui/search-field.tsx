import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";

interface Props {
  label: string;
  placeholder: string;
  /** The current search, such as from the URL. */
  value: string;
  /** Called after a pause in typing. */
  onChange(value: string): void;
}

const TYPING_MS = 300;

/** Search field that searches while typing. */
export function SearchField({ label, placeholder, value, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value]);
  const search = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_MS);
  const change = (text: string) => {
    setTyped(text);
    search(text);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Search size={16} />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => change("")} />}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      maxLength={200}
      w={320}
      maw="100%"
      className="filters-search"
    />
  );
}

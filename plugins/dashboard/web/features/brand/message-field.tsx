import { Select, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useBrandOptions } from "../../ui/brand-fields";

const CUSTOM = "custom";

interface Props {
  label: string;
  value: string;
  maxLength?: number | undefined;
  error?: string;
  readOnly: boolean;
  variant: string;
  onChange(value: string): void;
}

/** Selects a messaging entry, or edits a custom text. */
export function MessageField({ label, value, maxLength, error, readOnly, variant, onChange }: Props) {
  const id = /^msg_/.test(value) ? value : null;
  const options = useBrandOptions("messagingId", id);
  const [isCustom, setCustom] = useState(id === null && value !== "");
  const select = (next: string | null) => {
    setCustom(next === CUSTOM);
    onChange(next === CUSTOM ? "" : (next ?? ""));
  };
  return (
    <Stack gap="xs">
      <Select
        label={label}
        placeholder="None"
        data={[...options, { value: CUSTOM, label: "Custom text" }]}
        value={isCustom ? CUSTOM : value || null}
        onChange={select}
        error={isCustom ? undefined : error}
        readOnly={readOnly}
        variant={variant}
        clearable={!readOnly}
      />
      {isCustom && (
        <Textarea
          aria-label={`${label}: custom text`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          readOnly={readOnly}
          variant={variant}
          autosize
          minRows={3}
          maxRows={10}
          {...(maxLength ? { maxLength } : {})}
        />
      )}
    </Stack>
  );
}

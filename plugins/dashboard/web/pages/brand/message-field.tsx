import { Select, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { vireo } from "../../api";

const OWN = "own";

interface Props {
  label: string;
  value: string;
  maxLength?: number | undefined;
  error?: string | undefined;
  readOnly: boolean;
  variant: string;
  onChange(value: string): void;
}

/** One of the account's messages, by its id, or words of its own. */
export function MessageField({ label, value, maxLength, error, readOnly, variant, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ["messaging", "choice"],
    queryFn: async () => (await vireo.messaging.list({ pageSize: 100 })).messaging,
  });
  const isMessage = /^msg_/.test(value);
  const [writes, setWrites] = useState(!isMessage && value !== "");
  const known = data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const more = isMessage && !known.some((one) => one.value === value) ? [{ value, label: value }] : [];
  const choose = (next: string | null) => {
    setWrites(next === OWN);
    onChange(next === OWN ? "" : (next ?? ""));
  };
  return (
    <Stack gap="xs">
      <Select
        label={label}
        description="One of your messages, or words of its own."
        placeholder="Nothing"
        data={[...known, ...more, { value: OWN, label: "Words of its own" }]}
        value={writes ? OWN : value || null}
        onChange={choose}
        error={writes ? undefined : error}
        readOnly={readOnly}
        variant={variant}
        clearable={!readOnly}
      />
      {writes && (
        <Textarea
          aria-label={`${label}: words`}
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

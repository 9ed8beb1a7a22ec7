import { Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";

interface Props {
  label: string;
  description?: string | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  value: string;
  error?: string;
  readOnly: boolean;
  variant: string;
  onChange(value: string): void;
}

/** Edits a prompt template, with a preview. */
export function TemplateField(field: Props) {
  const [prompt, setPrompt] = useState("A can of cold brew on a kitchen table");
  const { value } = field;
  // Like the API: replaces {prompt}, or adds the template after the prompt.
  const [before, ...after] = value.includes("{prompt}") ? value.split("{prompt}") : ["", ` ${value}`];
  return (
    <Stack gap="sm">
      <Textarea
        {...field}
        onChange={(event) => field.onChange(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={12}
      />
      <Paper withBorder p="sm" component="section" aria-label="Preview">
        <Stack gap="xs">
          <TextInput
            label="Preview with a prompt"
            size="xs"
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
          <Text size="sm" role="status">
            {before}
            {after.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
              <span key={index}>
                <Text span fw={600} inherit c="var(--mantine-primary-color-light-color)">
                  {prompt}
                </Text>
                {part}
              </span>
            ))}
          </Text>
        </Stack>
      </Paper>
    </Stack>
  );
}

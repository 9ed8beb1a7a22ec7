import { Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";

interface Props {
  label: string;
  description?: string | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  value: string;
  error?: string | undefined;
  readOnly: boolean;
  variant: string;
  onChange(value: string): void;
}

/** A template, and what a prompt becomes in it. */
export function TemplateField({ onChange, ...field }: Props) {
  const [prompt, setPrompt] = useState("A can of cold brew on a kitchen table");
  const { value } = field;
  // As the API does it: in the place of {prompt}, or behind the prompt.
  const [before, ...after] = value.includes("{prompt}") ? value.split("{prompt}") : ["", ` ${value}`];
  return (
    <Stack gap="sm">
      <Textarea
        {...field}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={12}
      />
      <Paper withBorder p="sm" component="section" aria-label="Example">
        <Stack gap="xs">
          <TextInput
            label="Try it with a prompt"
            size="xs"
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
          <Text size="sm" role="status">
            {before}
            {after.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name than their place
              <span key={at}>
                <Text span fw={650} inherit c="var(--mantine-primary-color-light-color)">
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

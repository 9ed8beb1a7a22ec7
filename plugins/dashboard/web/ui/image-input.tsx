import { ActionIcon, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { X } from "lucide-react";
import { FileDrop } from "./file-drop";
import { Thumbnail } from "./thumbnail";

interface Props {
  label: string;
  description?: string | undefined;
  value: string;
  error?: string | undefined;
  onChange(url: string): void;
}

const isUrl = (text: string) => /^https?:\/\/\S+$/.test(text);

/** Selects an image, by upload or URL. */
export function ImageInput({ label, description, value, error, onChange }: Props) {
  if (value) {
    return (
      <Input.Wrapper label={label} error={error} labelElement="div">
        <Group mt={4} gap="sm" wrap="nowrap">
          <Thumbnail url={value} alt={label} w={56} h={56} radius="sm" fit="cover" />
          <Text size="xs" c="dimmed" flex={1} miw={0} truncate>
            {value}
          </Text>
          <ActionIcon aria-label={`${label}: remove image`} onClick={() => onChange("")}>
            <X size={16} />
          </ActionIcon>
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <Stack gap={6}>
      <FileDrop
        label={label}
        description={description}
        accept="image/png,image/jpeg,image/webp,image/gif,image/heic,image/avif"
        onDone={({ url }) => onChange(url)}
      />
      <TextInput
        aria-label={`${label}: URL`}
        placeholder="Or paste a URL"
        size="xs"
        type="url"
        error={error}
        onBlur={({ currentTarget: { value } }) => isUrl(value) && onChange(value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (isUrl(event.currentTarget.value)) onChange(event.currentTarget.value);
        }}
      />
    </Stack>
  );
}

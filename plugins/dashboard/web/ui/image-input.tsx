import { ActionIcon, Group, Image, Input, Stack, Text, TextInput } from "@mantine/core";
import { X } from "lucide-react";
import { FileDrop } from "./file-drop";
import { toLocalUrl } from "./media";

interface Props {
  label: string;
  description?: string;
  value: string;
  error?: string | undefined;
  onChange(url: string): void;
}

/** A picture by its address: uploaded here, or from anywhere. */
export function ImageInput({ label, description, value, error, onChange }: Props) {
  if (value) {
    return (
      <Input.Wrapper label={label} error={error} labelElement="div">
        <Group mt={4} gap="sm" wrap="nowrap">
          <Image
            src={toLocalUrl(value)}
            alt={label}
            w={56}
            h={56}
            radius="sm"
            fit="cover"
            bg="var(--mantine-color-default-hover)"
          />
          <Text size="xs" c="dimmed" flex={1} miw={0} truncate>
            {value}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${label}: remove the picture`}
            onClick={() => onChange("")}
          >
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
        {...(description ? { description } : {})}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onDone={({ url }) => onChange(url)}
      />
      <TextInput
        aria-label={`${label}: its address`}
        placeholder="or paste its address: https://…"
        size="xs"
        type="url"
        error={error}
        onBlur={(event) => /^https?:\/\/\S+$/.test(event.currentTarget.value) && onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          const { value } = event.currentTarget;
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (/^https?:\/\/\S+$/.test(value)) onChange(value);
        }}
      />
    </Stack>
  );
}

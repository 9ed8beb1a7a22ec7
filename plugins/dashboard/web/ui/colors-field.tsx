import { ActionIcon, Button, Group, Input } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { ColorInput } from "./color-input";

const MAX_COLORS = 6;
const NEW_COLOR = "#0b7a5b";

interface Props {
  label: string;
  description?: string | undefined;
  value: readonly string[];
  error?: string | undefined;
  readOnly?: boolean;
  onChange(colors: string[]): void;
}

/** What engines use the first colors for. */
const roles = ["Background", "Accent"];

/** Edits a palette of up to six colors. */
export const ColorsField = ({ label, description, value, error, readOnly = false, onChange }: Props) => (
  <Input.Wrapper label={label} description={description} error={error} labelElement="div">
    <Group gap="xs" mt={6}>
      {value.map((color, index) => {
        const name = roles[index] ?? `Color ${index + 1}`;
        return (
          <ColorInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a color's place is its identity
            key={index}
            w={150}
            aria-label={name}
            placeholder={name}
            value={color}
            readOnly={readOnly}
            onChange={(next) => onChange(value.with(index, next) as string[])}
            eyeDropperButtonProps={{ "aria-label": `${name}: pick from screen` }}
            withEyeDropper={false}
            rightSection={
              !readOnly && (
                <ActionIcon
                  size="sm"
                  aria-label={`${name}: remove`}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                >
                  <X size={14} />
                </ActionIcon>
              )
            }
          />
        );
      })}
      {!readOnly && value.length < MAX_COLORS && (
        <Button
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() => onChange([...value, value.length === 0 ? "#ffffff" : NEW_COLOR])}
        >
          Add color
        </Button>
      )}
    </Group>
  </Input.Wrapper>
);

import { Group, Input, Slider, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";

interface Props {
  label: string;
  value: number;
  min?: number;
  max: number;
  step?: number;
  format(value: number): string;
  error?: string;
  onChange(value: number): void;
}

export const formatPercent = (part: number) => `${Math.round(part * 100)}%`;
export const formatSpeed = (speed: number) => `${Number(speed.toFixed(2))}×`;
export const formatSeconds = (value: number) => `${value.toFixed(1)} s`;

/** Slider with its value next to it. */
export const LevelField = ({ label, value, min = 0, max, step = 0.05, format, error, onChange }: Props) => (
  <Input.Wrapper label={label} labelElement="div" error={error}>
    <Group wrap="nowrap" gap="sm">
      <Slider
        flex={1}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={onChange}
        label={format}
        thumbLabel={label}
        thumbProps={{ "aria-valuetext": format(value) }}
      />
      <Text size="xs" c="dimmed" miw={40} ta="right">
        {format(value)}
      </Text>
    </Group>
  </Input.Wrapper>
);

interface FormProps<Values> extends Omit<Props, "value" | "error" | "onChange"> {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
}

/** Slider for the field `name` of a form. */
export const FormLevel = <Values extends object>({ form, name, ...props }: FormProps<Values>) => (
  <LevelField {...props} {...form.getInputProps(name)} value={form.values[name] as number} />
);

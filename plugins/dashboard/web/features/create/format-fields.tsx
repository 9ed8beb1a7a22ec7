import { Group, Input, NumberInput, SegmentedControl, Slider } from "@mantine/core";
import { useId } from "@mantine/hooks";
import type { Format } from "./generate";
import type { CreateForm } from "./use-create-form";

interface ChoiceProps {
  label: string;
  options: readonly string[];
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
}

const Choice = ({ label, options, value, onChange, error }: ChoiceProps) => (
  <Input.Wrapper label={label} labelElement="div" error={error}>
    <div>
      <SegmentedControl data={[...options]} value={value} onChange={onChange} aria-label={label} mt={4} />
    </div>
  </Input.Wrapper>
);

function DurationField({ format: { seconds, duration }, form }: { format: Format; form: CreateForm }) {
  const id = useId();
  const { error, onChange } = form.getInputProps("duration");
  return (
    <Input.Wrapper label="Length (seconds)" id={id} error={error} flex={1} miw={200}>
      <Group wrap="nowrap" gap="md" mt={4}>
        <Slider flex={1} {...seconds} value={duration} onChange={onChange} label={null} thumbLabel="Length" />
        <NumberInput
          id={id}
          {...seconds}
          w={72}
          value={duration}
          onChange={(next) => typeof next === "number" && onChange(Math.round(next))}
          clampBehavior="blur"
          allowDecimal={false}
        />
      </Group>
    </Input.Wrapper>
  );
}

interface Props {
  format: Format;
  form: CreateForm;
  isEdit: boolean;
  /** True if the length can be chosen. */
  hasLength: boolean;
}

/** Aspect ratio, resolution and length, limited to what the model supports. */
export function FormatFields({ format, form, isEdit, hasLength }: Props) {
  const { aspectRatios, aspectRatio, resolutions, resolution } = format;
  if (aspectRatios.length === 0) return null;
  return (
    <Group gap="lg" align="flex-start">
      {!isEdit && (
        <Choice
          label="Aspect ratio"
          options={aspectRatios}
          {...form.getInputProps("aspectRatio")}
          value={aspectRatio}
        />
      )}
      {resolutions.length > 0 && (
        <>
          <Choice label="Resolution" options={resolutions} {...form.getInputProps("resolution")} value={resolution} />
          {hasLength && <DurationField format={format} form={form} />}
        </>
      )}
    </Group>
  );
}

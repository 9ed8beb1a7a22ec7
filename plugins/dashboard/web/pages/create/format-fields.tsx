import { Group, Input, NumberInput, SegmentedControl, Slider } from "@mantine/core";
import { useId } from "@mantine/hooks";
import type { Shape } from "./generate";
import type { Form } from "./use-create-form";

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

interface Props {
  form: Form;
  shape: Shape;
  change(patch: Partial<Form>): void;
  errors: Record<string, string[]>;
  isEdit: boolean;
}

/** Format, size and length, as far as the model lets choose. */
export function ShapeChoice({ shape, change, errors, isEdit }: Props) {
  const { aspectRatios, aspectRatio, resolutions, resolution, seconds, duration } = shape;
  const id = useId();
  if (aspectRatios.length === 0) return null;
  return (
    <Group gap="lg" align="flex-start">
      {!isEdit && (
        <Choice
          label="Format"
          options={aspectRatios}
          value={aspectRatio}
          onChange={(next) => change({ aspectRatio: next })}
          error={errors.aspectRatio?.[0]}
        />
      )}
      {resolutions.length > 0 && (
        <>
          <Choice
            label="Size"
            options={resolutions}
            value={resolution}
            onChange={(next) => change({ resolution: next })}
            error={errors.resolution?.[0]}
          />
          <Input.Wrapper label="Seconds" id={id} error={errors.duration?.[0]} flex={1} miw={200}>
            <Group wrap="nowrap" gap="md" mt={4}>
              <Slider
                flex={1}
                {...seconds}
                value={duration}
                onChange={(next) => change({ duration: next })}
                label={null}
                thumbLabel="Seconds"
              />
              <NumberInput
                id={id}
                {...seconds}
                w={72}
                value={duration}
                onChange={(next) => typeof next === "number" && change({ duration: Math.round(next) })}
                clampBehavior="blur"
                allowDecimal={false}
              />
            </Group>
          </Input.Wrapper>
        </>
      )}
    </Group>
  );
}

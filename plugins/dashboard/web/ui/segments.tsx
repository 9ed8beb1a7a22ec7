import { Input, SegmentedControl, type SegmentedControlItem } from "@mantine/core";

interface Props {
  label: string;
  data: readonly (string | SegmentedControlItem)[];
  value: string;
  onChange(value: string): void;
  error?: string;
  capitalise?: boolean;
}

/** Labeled segmented control over the full width. */
export const Segments = ({ label, data, value, onChange, error, capitalise = false }: Props) => (
  <Input.Wrapper label={label} labelElement="div" error={error}>
    <SegmentedControl
      fullWidth
      mt={4}
      data={[...data]}
      value={value}
      onChange={onChange}
      aria-label={label}
      tt={capitalise ? "capitalize" : undefined}
    />
  </Input.Wrapper>
);

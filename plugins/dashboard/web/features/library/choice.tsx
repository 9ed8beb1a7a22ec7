import { Select, type SelectProps } from "@mantine/core";

/** Filter with one value, or none for all. */
export const Choice = ({ label, ...props }: SelectProps & { label: string }) => (
  <Select aria-label={label} placeholder={`All ${label.toLowerCase()}`} clearable w={150} {...props} />
);

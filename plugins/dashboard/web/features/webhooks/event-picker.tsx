import { Checkbox, Code, Fieldset, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Pattern, type Subject, subjects } from "./events";

interface Props {
  value: readonly Pattern[];
  onChange(value: Pattern[]): void;
}

/** Selects all events of a subject, or some of them. */
function SubjectField({ subject: { title, all, types }, value, onChange }: Props & { subject: Subject }) {
  const isAll = value.includes(all);
  const count = types.filter(({ type }) => value.includes(type)).length;
  const others = value.filter((pattern) => pattern !== all && !types.some(({ type }) => type === pattern));
  const toggle = (type: Pattern, isOn: boolean) => {
    const selected = isAll ? types.map((event) => event.type) : value.filter((pattern) => !others.includes(pattern));
    onChange([...others, ...(isOn ? [...selected, type] : selected.filter((pattern) => pattern !== type))]);
  };
  return (
    <Stack gap={6}>
      <Checkbox
        label={title}
        fw={600}
        checked={isAll}
        indeterminate={!isAll && count > 0}
        onChange={(event) => onChange(event.currentTarget.checked ? [...others, all] : [...others])}
      />
      {types.map(({ type, label }) => (
        <Checkbox
          key={type}
          ml="lg"
          size="xs"
          label={label}
          title={type}
          checked={isAll || value.includes(type)}
          onChange={(event) => toggle(type, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}

/** Selects the events of a webhook. */
export function EventPicker({ value, onChange }: Props) {
  const isAll = value.includes("*");
  return (
    <Fieldset legend="Events" px="md" py="sm">
      <Radio.Group
        value={isAll ? "all" : "some"}
        onChange={(choice) => onChange(choice === "all" ? ["*"] : [])}
        aria-label="Events"
      >
        <Stack gap="xs">
          <Radio value="all" label="All events, including future ones" />
          <Radio value="some" label="Selected events" />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
            {subjects.map((subject) => (
              <SubjectField key={subject.all} subject={subject} value={value} onChange={onChange} />
            ))}
          </SimpleGrid>
          <Text size="xs" c="dimmed" mt="sm">
            {value.length === 0 ? "Select at least one event" : <Code>{value.join(", ")}</Code>}
          </Text>
        </>
      )}
    </Fieldset>
  );
}

import { Checkbox, Code, Fieldset, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Pattern, type Subject, subjects } from "./events";

interface Props {
  value: readonly Pattern[];
  onChange(value: Pattern[]): void;
}

function About({ subject: { title, all, types }, value, onChange }: Props & { subject: Subject }) {
  const whole = value.includes(all);
  const count = types.filter(({ type }) => value.includes(type)).length;
  const others = value.filter((one) => one !== all && !types.some(({ type }) => type === one));
  const turn = (type: Pattern, on: boolean) => {
    const had = whole ? types.map((one) => one.type) : value.filter((one) => !others.includes(one));
    const now = on ? [...had, type] : had.filter((one) => one !== type);
    onChange([...others, ...now]);
  };
  return (
    <Stack gap={6}>
      <Checkbox
        label={title}
        fw={600}
        checked={whole}
        indeterminate={!whole && count > 0}
        onChange={(event) => onChange(event.currentTarget.checked ? [...others, all] : [...others])}
      />
      {types.map(({ type, text }) => (
        <Checkbox
          key={type}
          ml="lg"
          size="xs"
          label={text}
          title={type}
          checked={whole || value.includes(type)}
          onChange={(event) => turn(type, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}

/** Which events are sent: everything, all about a subject, or single ones. */
export function EventPicker({ value, onChange }: Props) {
  const everything = value.includes("*");
  return (
    <Fieldset legend="Events" px="md" py="sm">
      <Radio.Group
        value={everything ? "all" : "some"}
        onChange={(choice) => onChange(choice === "all" ? ["*"] : [])}
        aria-label="Which events"
      >
        <Stack gap="xs">
          <Radio value="all" label="Everything, also what is added later" />
          <Radio value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {!everything && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
            {subjects.map((subject) => (
              <About key={subject.all} subject={subject} value={value} onChange={onChange} />
            ))}
          </SimpleGrid>
          <Text size="xs" c="dimmed" mt="sm">
            {value.length === 0 ? "Choose at least one." : <Code>{value.join(", ")}</Code>}
          </Text>
        </>
      )}
    </Fieldset>
  );
}

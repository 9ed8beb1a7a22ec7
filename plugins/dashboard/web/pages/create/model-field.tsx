import { Select, Stack, Text } from "@mantine/core";
import type { Model } from "vireo/client";

interface Props {
  models: readonly Model[] | undefined;
  model: Model | undefined;
  error: string | undefined;
  onChange(id: string): void;
}

/** Ids tell models apart that share a title. */
const nameOf = ({ id, title }: Model, all: readonly Model[]) =>
  all.filter((other) => other.title === title).length > 1 ? `${title} (${id})` : title;

/** Which model makes it; by engine, each with what it is and what it costs. */
export function ModelChoice({ models = [], model, error, onChange }: Props) {
  const engines = [...new Set(models.map(({ engine }) => engine))];
  const data = engines.map((engine) => ({
    group: engine,
    items: models
      .filter((one) => one.engine === engine)
      // The same id at another engine is the same choice: the first engine makes it.
      .filter((one) => models.find(({ id }) => id === one.id) === one)
      .map((one) => ({ value: one.id, label: nameOf(one, models) })),
  }));
  return (
    <Select
      label="Model"
      description={model?.description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={data}
      value={model?.id ?? null}
      onChange={(id) => onChange(id ?? "")}
      error={error}
      searchable={models.length > 8}
      allowDeselect={false}
      renderOption={({ option }) => {
        const one = models.find(({ id }) => id === option.value);
        return (
          <Stack gap={0}>
            <Text size="sm">
              {option.label}
              {one?.default && " · default"}
            </Text>
            {one?.price && (
              <Text size="xs" c="dimmed">
                {one.price.credits} {one.price.credits === 1 ? "credit" : "credits"} a {one.price.per}
                {one.retiredAt ? `, retired after ${one.retiredAt}` : ""}
              </Text>
            )}
          </Stack>
        );
      }}
    />
  );
}

import { Select, Stack, Text } from "@mantine/core";
import type { Model } from "vireo/client";
import { pluralise } from "../../ui/numbers";
import type { CreateForm } from "./use-create-form";

interface Props {
  models: readonly Model[] | undefined;
  model: Model | undefined;
  form: CreateForm;
}

/** Returns a model's title, with its ID if several models share the title. */
const getName = ({ id, title }: Model, all: readonly Model[]) =>
  all.filter((other) => other.title === title).length > 1 ? `${title} (${id})` : title;

/** Selects a model, grouped by engine. */
export function ModelField({ models = [], model, form }: Props) {
  const engines = [...new Set(models.map(({ engine }) => engine))];
  const data = engines.map((engine) => ({
    group: engine,
    items: models
      .filter((other) => other.engine === engine)
      // If engines share a model ID, the first engine serves it.
      .filter((other) => models.find(({ id }) => id === other.id) === other)
      .map((other) => ({ value: other.id, label: getName(other, models) })),
  }));
  return (
    <Select
      label="Model"
      description={model?.description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={data}
      {...form.getInputProps("model")}
      value={model?.id ?? null}
      searchable={models.length > 8}
      allowDeselect={false}
      renderOption={({ option }) => {
        const { default: isDefault, price, retiredAt } = models.find(({ id }) => id === option.value) ?? {};
        return (
          <Stack gap={0}>
            <Text size="sm">
              {option.label}
              {isDefault && " · Default"}
            </Text>
            {price && (
              <Text size="xs" c="dimmed">
                {pluralise(price.credits, "credit")} per {price.per}
                {retiredAt ? `, retires ${retiredAt}` : ""}
              </Text>
            )}
          </Stack>
        );
      }}
    />
  );
}

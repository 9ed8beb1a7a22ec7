import { Select, Stack, Text } from "@mantine/core";
import type { Model } from "vireo/client";
import { pluralise } from "../../ui/numbers";
import type { CreateForm } from "./use-create-form";

interface Props {
  models: readonly Model[] | undefined;
  model: Model | undefined;
  form: CreateForm;
}

/** Adds the id if several models share a title. */
const getName = ({ id, title }: Model, all: readonly Model[]) =>
  all.filter((other) => other.title === title).length > 1 ? `${title} (${id})` : title;

/** The model, grouped by engine. */
export function ModelField({ models = [], model, form }: Props) {
  const engines = [...new Set(models.map(({ engine }) => engine))];
  const data = engines.map((engine) => ({
    group: engine,
    items: models
      .filter((one) => one.engine === engine)
      // If engines share a model id, the first engine serves it.
      .filter((one) => models.find(({ id }) => id === one.id) === one)
      .map((one) => ({ value: one.id, label: getName(one, models) })),
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
        const one = models.find(({ id }) => id === option.value);
        return (
          <Stack gap={0}>
            <Text size="sm">
              {option.label}
              {one?.default && " · Default"}
            </Text>
            {one?.price && (
              <Text size="xs" c="dimmed">
                {pluralise(one.price.credits, "credit")} per {one.price.per}
                {one.retiredAt ? `, retires ${one.retiredAt}` : ""}
              </Text>
            )}
          </Stack>
        );
      }}
    />
  );
}

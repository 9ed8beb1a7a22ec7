import { Anchor, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../api";
import { keys, type Resource } from "../query-keys";
import { useCan } from "../session";

interface Option {
  id: string;
  name: string;
}

interface Source {
  label: string;
  resource: Resource;
  list(): Promise<readonly Option[]>;
}

const page = { pageSize: 100 };
const sources = {
  productId: {
    label: "Product",
    resource: "products",
    list: async () => (await vireo.products.list(page)).products,
  },
  personaId: {
    label: "Persona",
    resource: "personas",
    list: async () => (await vireo.personas.list(page)).personas,
  },
  styleId: { label: "Style", resource: "styles", list: async () => (await vireo.styles.list(page)).styles },
  characterId: {
    label: "Character",
    resource: "characters",
    list: async () => (await vireo.characters.list(page)).characters,
  },
  messagingId: {
    label: "Messaging",
    resource: "messaging",
    list: async () => (await vireo.messaging.list(page)).messaging,
  },
  inspoId: {
    label: "Inspiration project",
    resource: "inspo",
    list: async () => (await vireo.inspo.list(page)).projects,
  },
} satisfies Record<string, Source>;

export type BrandField = keyof typeof sources;

/** Reads entries of a brand resource for a select. Includes `value` even if it is not among the first hundred. */
export function useBrandOptions(field: BrandField, value: string | null, enabled = true) {
  const { resource, list }: Source = sources[field];
  const { data } = useQuery({ queryKey: keys.brandOptions(resource), queryFn: list, enabled });
  const options = data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return value && !options.some((option) => option.value === value) ? [...options, { value, label: value }] : options;
}

interface FieldProps {
  field: BrandField;
  form: UseFormReturnType<Partial<Record<BrandField, string | null>>>;
}

function BrandSelect({ field, form }: FieldProps) {
  const options = useBrandOptions(field, form.values[field] ?? null);
  return (
    <Select
      label={sources[field].label}
      placeholder={options.length > 0 ? "None" : "None yet"}
      data={options}
      {...form.getInputProps(field)}
      searchable
      clearable
    />
  );
}

/** Selects brand resources for a request. */
export function BrandFields({ fields, form }: { fields: readonly BrandField[]; form: FieldProps["form"] }) {
  if (!useCan("content:read")) return null;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {fields.map((field) => (
          <BrandSelect key={field} field={field} form={form} />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        Manage these in{" "}
        <Anchor component={Link} href="/brand" size="xs" underline="always">
          Brand
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

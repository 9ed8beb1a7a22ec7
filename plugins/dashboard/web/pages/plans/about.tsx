import { Anchor, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import type { Form } from "./plan-form";

const page = { pageSize: 100 };
const groups = [
  {
    field: "productId",
    label: "Product",
    queryName: "products",
    list: async () => (await vireo.products.list(page)).products,
  },
  {
    field: "personaId",
    label: "Persona",
    queryName: "personas",
    list: async () => (await vireo.personas.list(page)).personas,
  },
  {
    field: "messagingId",
    label: "Message",
    queryName: "messaging",
    list: async () => (await vireo.messaging.list(page)).messaging,
  },
  {
    field: "inspoId",
    label: "Inspiration project",
    queryName: "inspo",
    list: async () => (await vireo.inspo.list(page)).projects,
  },
] as const;

interface Props {
  form: Form;
  change(patch: Partial<Form>): void;
  errors: Record<string, string[]>;
}

function Choice({ field, label, queryName, list, form, change, errors }: (typeof groups)[number] & Props) {
  const { data } = useQuery({ queryKey: [queryName, "choice"], queryFn: list });
  const known = data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Select
      label={label}
      placeholder={data?.length === 0 ? "None yet" : "None"}
      data={known}
      value={form[field] || null}
      onChange={(next) => change({ [field]: next ?? "" })}
      error={errors[field]?.[0]}
      searchable
      clearable
    />
  );
}

/** Whom and what the plan is about: what the account keeps under Brand. */
export function About(props: Props) {
  if (!useCan("content:read")) return null;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {groups.map((group) => (
          <Choice key={group.field} {...group} {...props} />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        The plan speaks as they say. Keep them in{" "}
        <Anchor component={Link} href="/brand" size="xs" underline="always">
          Brand
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

import { Anchor, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../api";
import type { Form } from "../pages/create/use-create-form";
import { useCan } from "../session";
import type { Kind } from "./media";

type Field = "personaId" | "productId" | "styleId" | "characterId" | "messagingId";
interface Named {
  id: string;
  name: string;
}

const page = { pageSize: 100 };
const groups: readonly { field: Field; label: string; queryName: string; list(): Promise<readonly Named[]> }[] = [
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
  { field: "styleId", label: "Style", queryName: "styles", list: async () => (await vireo.styles.list(page)).styles },
  {
    field: "characterId",
    label: "Character",
    queryName: "characters",
    list: async () => (await vireo.characters.list(page)).characters,
  },
  {
    field: "messagingId",
    label: "Message",
    queryName: "messaging",
    list: async () => (await vireo.messaging.list(page)).messaging,
  },
];

interface Props {
  form: Form;
  change(patch: Partial<Form>): void;
  errors: Record<string, string[]>;
}

function Choice({ field, label, queryName, list, form, change, errors }: (typeof groups)[number] & Props) {
  const { data } = useQuery({ queryKey: [queryName, "choice"], queryFn: list });
  const value = form[field];
  if (data?.length === 0 && !value) return null;
  const known = data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  // What was chosen stays to be seen, also where it is not on the page that was asked for.
  const more = value && !known.some((one) => one.value === value) ? [{ value, label: value }] : [];
  return (
    <Select
      label={label}
      placeholder="None"
      data={[...known, ...more]}
      value={value || null}
      onChange={(next) => change({ [field]: next ?? "" })}
      error={errors[field]?.[0]}
      searchable
      clearable
    />
  );
}

/** Whom and what it is about: texts and pictures that the account keeps. */
export function Brand({ kind, ...props }: Props & { kind: Kind }) {
  const may = useCan("content:read");
  if (kind === "music" || !may) return null;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {groups
          .filter(({ field }) => kind === "video" || field !== "messagingId")
          .map((group) => (
            <Choice {...group} {...props} key={group.field} />
          ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        Their texts and pictures go into what is made. Keep them in{" "}
        <Anchor component={Link} href="/brand" size="xs">
          Brand
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

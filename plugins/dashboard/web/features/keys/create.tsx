import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { CreateKeyRequest } from "vireo/client";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { useVersions } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { Segments } from "../../ui/segments";
import { localZone } from "../../ui/time";
import { toClock } from "../../ui/time-zone";

/** Scopes of a key that is created without any. */
export const UNRESTRICTED = "All except administration";

const PUBLISHING = ["media:read", "media:write", "social:read", "social:write"];

const groups: Readonly<Record<string, string>> = {
  media: "Media",
  content: "Content",
  social: "Social",
  research: "Research",
};

type Scopes = readonly string[];

/** Common choices. Each has only scopes that the person has. */
const listPresets = (own: Scopes): Readonly<Record<string, Scopes>> => ({
  Everything: [],
  "Read only": own.filter((scope) => scope.endsWith(":read")),
  Publishing: own.filter((scope) => PUBLISHING.includes(scope)),
});

const isSame = (one: Scopes, other: Scopes) => one.length === other.length && one.every((name) => other.includes(name));

/** Scopes by group, each with one for the whole group. */
function toOptions(own: Scopes) {
  const named = Object.entries(groups).map(([prefix, group]) => ({
    group,
    items: [`${prefix}:*`, ...own.filter((scope) => scope.startsWith(`${prefix}:`))],
  }));
  const others = own.filter((scope) => groups[scope.split(":")[0] ?? ""] === undefined);
  return [...named, { group: "Other", items: others }];
}

interface ScopeProps {
  value: string[];
  onChange(scopes: string[]): void;
  error?: string;
}

/** Selects scopes, by a preset or one by one. */
function ScopeField(props: ScopeProps) {
  const { scopes } = useMe();
  const presets = listPresets(scopes);
  const preset = Object.keys(presets).find((name) => isSame(presets[name] ?? [], props.value));
  return (
    <>
      <Segments
        label="Access"
        data={Object.keys(presets)}
        value={preset ?? ""}
        onChange={(name) => props.onChange([...(presets[name] ?? [])])}
      />
      <MultiSelect
        label="Scopes"
        placeholder={props.value.length === 0 ? UNRESTRICTED : ""}
        data={toOptions(scopes)}
        {...props}
        searchable
        clearable
      />
    </>
  );
}

interface Values {
  name: string;
  scopes: string[];
  apiVersion: string | null;
  /** In the viewer's time zone. Empty: the key never expires. */
  expiresAt: string;
}

export function CreateKey({ close, onCreated }: { close(): void; onCreated(key: string): void }) {
  const { data } = useVersions();
  const form = useForm<Values>({ initialValues: { name: "", scopes: [], apiVersion: null, expiresAt: "" } });
  const create = useSubmit(
    form,
    async ({ name, scopes, apiVersion, expiresAt }) => {
      const { key } = await vireo.keys.create({
        name,
        scopes: scopes.length ? scopes : undefined,
        apiVersion: apiVersion || undefined,
        expiresAt: expiresAt ? new Date(expiresAt).getTime() : undefined,
      } as CreateKeyRequest);
      close();
      onCreated(key);
    },
    { stale: ["keys"], done: "API key created" },
  );
  return (
    <FormDialog title="New API key" action="Create key" submit={create} close={close}>
      <TextInput
        label="Name"
        placeholder="Website"
        {...form.getInputProps("name")}
        maxLength={200}
        required
        data-autofocus
      />
      <ScopeField {...form.getInputProps("scopes")} value={form.values.scopes} />
      <Select
        label="API version"
        description="Responses keep the format of this version"
        placeholder="Latest"
        data={data?.versions.map(({ version }) => version) ?? []}
        {...form.getInputProps("apiVersion")}
        clearable
      />
      <TextInput
        type="datetime-local"
        label="Expires"
        description="Leave empty for a key that never expires"
        min={toClock(Date.now(), localZone)}
        {...form.getInputProps("expiresAt")}
      />
    </FormDialog>
  );
}

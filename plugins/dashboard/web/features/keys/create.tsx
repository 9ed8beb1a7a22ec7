import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { CreateKeyRequest } from "vireo/client";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { useVersions } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { localZone } from "../../ui/time";
import { toClock } from "../../ui/time-zone";

/** Scopes of a key that is created without any. */
export const UNRESTRICTED = "All except administration";

const groups = ["media:*", "content:*", "social:*", "research:*"];

interface Values {
  name: string;
  scopes: string[];
  apiVersion: string | null;
  /** In the viewer's time zone. Empty: the key never expires. */
  expiresAt: string;
}

export function CreateKey({ close, onCreated }: { close(): void; onCreated(key: string): void }) {
  const { scopes } = useMe();
  const { data } = useVersions();
  const form = useForm<Values>({ initialValues: { name: "", scopes: [], apiVersion: null, expiresAt: "" } });
  const create = useSubmit(
    form,
    async ({ name, scopes, apiVersion, expiresAt }) => {
      const { key } = await vireo.keys.create({
        name,
        ...(scopes.length ? { scopes } : {}),
        ...(apiVersion ? { apiVersion } : {}),
        ...(expiresAt ? { expiresAt: new Date(expiresAt).getTime() } : {}),
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
      <MultiSelect
        label="Scopes"
        placeholder={UNRESTRICTED}
        data={[...groups, ...scopes]}
        {...form.getInputProps("scopes")}
        searchable
        clearable
      />
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

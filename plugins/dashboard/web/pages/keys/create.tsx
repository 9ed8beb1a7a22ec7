import { Button, Modal, MultiSelect, Select, Stack, TextInput } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreateKeyRequest } from "vireo/client";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { useAction } from "../../ui/action";

const groups = ["media:*", "content:*", "social:*", "research:*"];

/** A new key; its secret is handed to `shown`. */
export function Create({ opened, close, shown }: { opened: boolean; close(): void; shown(key: string): void }) {
  const { scopes } = useMe();
  const { data } = useQuery({ queryKey: ["versions"], queryFn: () => vireo.versions.list(), staleTime: 3_600_000 });
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const [version, setVersion] = useState<string | null>(null);
  const [expires, setExpires] = useState<string | null>(null);
  const create = useAction(
    async () => {
      const { key } = await vireo.keys.create({
        name,
        ...(chosen.length ? { scopes: chosen as NonNullable<CreateKeyRequest["scopes"]> } : {}),
        ...(version ? { apiVersion: version as NonNullable<CreateKeyRequest["apiVersion"]> } : {}),
        ...(expires ? { expiresAt: new Date(expires).getTime() } : {}),
      });
      close();
      setName("");
      setChosen([]);
      shown(key);
    },
    { changes: ["keys"] },
  );
  return (
    <Modal opened={opened} onClose={close} title="New key">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(undefined);
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="Where it is used, such as “blog” or “ci”."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            required
            data-autofocus
          />
          <MultiSelect
            label="May do"
            description="Nothing chosen: everything but administer."
            data={[...groups, ...scopes]}
            value={chosen}
            onChange={setChosen}
            searchable
            clearable
          />
          <Select
            label="API version"
            description="Pinned: answers keep this shape. Not pinned: the newest."
            data={data?.versions.map((one) => one.version) ?? []}
            value={version}
            onChange={setVersion}
            clearable
          />
          <DateTimePicker
            label="Expires"
            description="Nothing chosen: never."
            minDate={new Date()}
            value={expires}
            onChange={setExpires}
            clearable
          />
          <Button type="submit" loading={create.isPending}>
            Make the key
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

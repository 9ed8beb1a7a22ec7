import { Button, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { SocialSnippet } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { DataTable } from "../../ui/data-table";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { Panel } from "../../ui/panel";
import { useSnippets } from "../../ui/posts";
import { Segments } from "../../ui/segments";

const kinds = [
  { value: "hashtags", label: "Hashtags" },
  { value: "caption", label: "Caption" },
];

interface DialogProps {
  /** The snippet to change. Undefined for a new one. */
  snippet: SocialSnippet | undefined;
  close(): void;
}

function SnippetDialog({ snippet, close }: DialogProps) {
  const form = useForm<SocialSnippet>({ initialValues: snippet ?? { name: "", kind: "hashtags", text: "" } });
  const save = useSubmit(
    form,
    async ({ name, kind, text }) => {
      await vireo.social.snippets.set(name.trim(), { kind, text });
      close();
    },
    { stale: ["snippets"], done: "Saved" },
  );
  const isHashtags = form.values.kind === "hashtags";
  return (
    <FormDialog title={snippet?.name ?? "New hashtags or caption"} action="Save" submit={save} close={close}>
      {!snippet && <TextInput label="Name" maxLength={60} {...form.getInputProps("name")} required data-autofocus />}
      <Segments
        label="Kind"
        data={kinds}
        value={form.values.kind}
        onChange={(kind) => form.setFieldValue("kind", kind as SocialSnippet["kind"])}
      />
      <Textarea
        label={isHashtags ? "Hashtags" : "Caption"}
        placeholder={isHashtags ? "#coldbrew #coffee" : undefined}
        minRows={3}
        maxRows={10}
        maxLength={2200}
        {...form.getInputProps("text")}
        required
      />
    </FormDialog>
  );
}

/** Sets of hashtags and captions that the composer inserts. */
export function Snippets() {
  const canDraft = useCan("social:draft");
  const { data: snippets = [] } = useSnippets();
  const [open, setOpen] = useState<SocialSnippet | "new">();
  const remove = useAction((name: string) => vireo.social.snippets.delete(name), {
    stale: ["snippets"],
    done: "Deleted",
  });
  const create = canDraft && (
    <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={() => setOpen("new")}>
      New hashtags or caption
    </Button>
  );
  return (
    <Panel title="Hashtags and captions" action={create}>
      <Text size="sm" c="dimmed">
        Texts that you use again. “Insert” adds them to the caption of a new post.
      </Text>
      {snippets.length > 0 && (
        <DataTable
          columns={[
            { title: "Name", cell: ({ name }) => name },
            {
              title: "Text",
              cell: ({ text }) => (
                <Text size="sm" lineClamp={2}>
                  {text}
                </Text>
              ),
            },
            {
              title: "",
              cell: (snippet) =>
                canDraft && (
                  <ActionMenu
                    label={`${snippet.name}: actions`}
                    actions={[
                      { label: "Edit", run: () => setOpen(snippet) },
                      { label: "Delete", isDestructive: true, run: () => remove.mutate(snippet.name) },
                    ]}
                  />
                ),
            },
          ]}
          rows={snippets}
          getKey={({ name }) => name}
        />
      )}
      {open && <SnippetDialog snippet={open === "new" ? undefined : open} close={() => setOpen(undefined)} />}
    </Panel>
  );
}

import { Button, Group, Menu, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ChevronDown, ClipboardPaste, Library, Search } from "lucide-react";
import { useState } from "react";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { getFieldErrors, useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { pluralise } from "../../ui/numbers";
import { FindVideos } from "./find-videos";

const MAX_LINKS = 500;
const toLinks = (text: string) => text.split(/\s+/).filter(Boolean);

/** Adds videos to the library by their links. */
function PasteLinks({ close, onAdded }: { close(): void; onAdded(): void }) {
  const form = useForm({ initialValues: { videos: "" } });
  const links = toLinks(form.values.videos);
  const add = useSubmit(
    form,
    async ({ videos }) => {
      await vireo.viralLibrary.videos.import({ videos: toLinks(videos) });
      close();
      onAdded();
    },
    { stale: ["viral"], done: "Videos added" },
  );
  // The API reports errors per link: `videos.3`.
  const errors = Object.entries(getFieldErrors(add.error)).map(([path, message]) => {
    const index = Number(path.split(".")[1]);
    return Number.isNaN(index) ? message : `Line ${index + 1}: ${message}`;
  });
  const tooMany = links.length > MAX_LINKS && `Enter at most ${MAX_LINKS} links. You entered ${links.length}.`;
  return (
    <FormDialog
      title="Paste links"
      action={links.length === 0 ? "Add videos" : `Add ${pluralise(links.length, "video")}`}
      submit={add}
      close={close}
      disabled={links.length === 0 || links.length > MAX_LINKS}
      size="lg"
    >
      <Textarea
        label="Video links"
        description={`One per line, up to ${MAX_LINKS}. Free.`}
        placeholder="https://www.tiktok.com/@name/video/7123456789012345678"
        {...form.getInputProps("videos")}
        error={tooMany || errors.join(" ")}
        minRows={6}
        maxRows={14}
        required
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        Links alone have no captions or statistics and can't be searched. To get those, use Find videos.
      </Text>
    </FormDialog>
  );
}

/** Ways to add videos: as a menu, as buttons for an empty library, and their dialogs. */
export function useAddVideos(onAdded: (library: "own" | "shared") => void) {
  const [dialog, setDialog] = useState<"find" | "paste">();
  const [canWrite, isAdmin] = [useCan("research:write"), useCan("admin")];
  const samples = useAction(
    async () => {
      await vireo.viralLibrary.demo.load();
      onAdded("shared");
    },
    { stale: ["viral"], done: "Sample library loaded. Search is ready in a moment." },
  );
  const actions = [
    { icon: Search, label: "Find videos", isAllowed: canWrite, run: () => setDialog("find") },
    { icon: ClipboardPaste, label: "Paste links", isAllowed: canWrite, run: () => setDialog("paste") },
    {
      icon: Library,
      label: "Load sample library",
      isAllowed: isAdmin,
      run: () => samples.mutate(undefined),
      isBusy: samples.isPending,
    },
  ].filter(({ isAllowed }) => isAllowed);
  if (actions.length === 0) return { menu: null, buttons: null, dialogs: null };
  const close = () => setDialog(undefined);
  return {
    menu: (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<ChevronDown size={16} />} loading={samples.isPending}>
            Add videos
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ icon: Icon, label, run }) => (
            <Menu.Item key={label} leftSection={<Icon size={16} />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    ),
    buttons: (
      <Group justify="center">
        {actions.map(({ icon: Icon, label, run, isBusy }, index) => (
          <Button
            key={label}
            variant={index === 0 ? "filled" : "default"}
            leftSection={<Icon size={16} />}
            loading={isBusy ?? false}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </Group>
    ),
    dialogs: (
      <>
        {dialog === "find" && <FindVideos close={close} onAdded={() => onAdded("own")} />}
        {dialog === "paste" && <PasteLinks close={close} onAdded={() => onAdded("own")} />}
      </>
    ),
  };
}

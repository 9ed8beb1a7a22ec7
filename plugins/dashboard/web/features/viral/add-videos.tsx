import { Button, Group, Menu } from "@mantine/core";
import { ChevronDown, ClipboardPaste, Library, Search } from "lucide-react";
import { useState } from "react";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { FindVideos } from "./find-videos";
import { PasteLinks } from "./paste-links";

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

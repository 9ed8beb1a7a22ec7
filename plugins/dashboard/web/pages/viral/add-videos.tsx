import { Button, Group, Menu } from "@mantine/core";
import { ChevronDown, ClipboardPaste, Library, Search } from "lucide-react";
import { useState } from "react";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Find } from "./find-videos";
import { Paste } from "./paste-links";

/** Ways to bring videos into the library: as a menu, as buttons where there is nothing else to see, and what they open. */
export function useAdding(added: (library: "own" | "shared") => void) {
  const [open, setOpen] = useState<"find" | "paste">();
  const [mayWrite, mayLoad] = [useCan("research:write"), useCan("admin")];
  const samples = useAction(
    async () => {
      await vireo.viralLibrary.demo.load();
      added("shared");
    },
    { changes: ["viral"], done: "The samples are there. They can be searched in a moment." },
  );
  const load = () => samples.mutate(undefined);
  const ways = [
    { icon: Search, label: "Find videos", may: mayWrite, run: () => setOpen("find") },
    { icon: ClipboardPaste, label: "Paste addresses", may: mayWrite, run: () => setOpen("paste") },
    { icon: Library, label: "Load the sample library", may: mayLoad, run: load, busy: samples.isPending },
  ].filter(({ may }) => may);
  if (ways.length === 0) return { menu: null, buttons: null, dialogs: null };
  return {
    menu: (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<ChevronDown size={16} aria-hidden />} loading={samples.isPending}>
            Add videos
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ways.map(({ icon: Icon, label, run }) => (
            <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    ),
    buttons: (
      <Group justify="center">
        {ways.map(({ icon: Icon, label, run, busy }, at) => (
          <Button
            key={label}
            variant={at === 0 ? "filled" : "default"}
            leftSection={<Icon size={16} aria-hidden />}
            loading={busy ?? false}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </Group>
    ),
    dialogs: (
      <>
        <Find opened={open === "find"} close={() => setOpen(undefined)} added={() => added("own")} />
        <Paste opened={open === "paste"} close={() => setOpen(undefined)} added={() => added("own")} />
      </>
    ),
  };
}

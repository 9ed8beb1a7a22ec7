import { ActionIcon, Box, Button, Kbd, Popover, Table, Text, Title, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { ArrowLeft, Keyboard, type LucideIcon, Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { lazyDialog } from "../../../ui/lazy-dialog";
import type { MediaItem } from "../../../ui/media";
import { ExportButton } from "./export";
import { type Tab, tabs } from "./tabs";
import type { History } from "./use-history";
import type { Playback } from "./use-playback";

const VersionDrawer = lazyDialog(() => import("./version-drawer"));

/** Length of a frame at 30 frames a second. */
export const FRAME_S = 1 / 30;

const shortcuts: readonly (readonly [keys: readonly string[], text: string])[] = [
  [["Space"], "Play or pause"],
  [["J", "K", "L"], "Backwards, pause, forwards; again for double speed"],
  [["←", "→"], "One frame back or forward"],
  [["Shift", "← →"], "One second back or forward"],
  [["Home", "End"], "Go to the start or the end"],
  [["I", "O"], "Start or end the layer at the playhead"],
  [["S"], "Split a caption or an overlay at the playhead"],
  [["+", "−"], "Zoom the timeline"],
  [[`1–${Object.keys(tabs).length}`], "Captions, overlay, voice-over, music, trim"],
  [["Ctrl", "Z"], "Undo"],
  [["Ctrl", "Shift", "Z"], "Redo"],
  [["Ctrl", "Enter"], "Export"],
  [["?"], "Show this list"],
];

export interface Actions {
  history: History;
  playback: Playback;
  openTab(tab: Tab): void;
  /** Renders all layers that are complete. */
  exportVideo(): void;
  /** Moves an end of the open layer to the playhead. */
  mark(end: "start" | "end"): void;
  split(): void;
  zoom(by: -1 | 1): void;
}

/** True if the focused element needs the key itself. A button that was clicked does not need the space bar. */
function isTaken({ key, target }: KeyboardEvent, isClicked: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("textarea, [contenteditable], [role=dialog], input:not([type=radio], [type=checkbox])"))
    return true;
  const isArrow = ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
  if (isArrow) return target.closest("input, select, audio, [role=slider], [role=tab], [role=radio]") !== null;
  return key === " " && !isClicked && target !== document.body;
}

/** Keyboard shortcuts of the editor. */
function useShortcuts(actions: Actions, showHelp: () => void): void {
  const current = useRef({ ...actions, showHelp });
  current.current = { ...actions, showHelp };
  useHotkeys(
    [
      ["mod+Z", actions.history.undo],
      ["mod+shift+Z", actions.history.redo],
      ["mod+Y", actions.history.redo],
      ["mod+Enter", actions.exportVideo],
    ],
    [],
  );
  useEffect(() => {
    // False once the focus was moved with the keyboard.
    let isClicked = true;
    const onPointerDown = () => {
      isClicked = true;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Tab") isClicked = false;
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || isTaken(event, isClicked)) return;
      const { playback, openTab, mark, split, zoom, showHelp } = current.current;
      const { duration, toggle, seek, move, shuttle } = playback;
      const step = shiftKey ? 1 : FRAME_S;
      const tab = (Object.keys(tabs) as Tab[])[Number(key) - 1];
      const keys = new Map<string, () => void>([
        [" ", toggle],
        ["j", () => shuttle(-1)],
        ["k", () => shuttle(0)],
        ["l", () => shuttle(1)],
        ["ArrowLeft", () => move(-step)],
        ["ArrowRight", () => move(step)],
        ["Home", () => seek(0)],
        ["End", () => seek(duration)],
        ["i", () => mark("start")],
        ["o", () => mark("end")],
        ["s", split],
        ["+", () => zoom(1)],
        ["=", () => zoom(1)],
        ["-", () => zoom(-1)],
        ["?", showHelp],
      ]);
      const run = tab ? () => openTab(tab) : keys.get(key.length === 1 ? key.toLowerCase() : key);
      if (!run) return;
      event.preventDefault();
      // A button that was clicked would otherwise react to the space bar too.
      if (key === " " && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      run();
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

const Shortcuts = ({ isOpen, setOpen }: { isOpen: boolean; setOpen(isOpen: boolean): void }) => (
  <Popover position="bottom-end" withArrow opened={isOpen} onChange={setOpen} trapFocus returnFocus>
    <Popover.Target>
      <ActionIcon size="lg" aria-label="Keyboard shortcuts" className="shortcuts" onClick={() => setOpen(!isOpen)}>
        <Keyboard size={18} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label="Keyboard shortcuts" tabIndex={-1} data-autofocus>
      <Table verticalSpacing={3} withRowBorders={false} highlightOnHover={false}>
        <Table.Tbody>
          {shortcuts.map(([keys, text]) => (
            <Table.Tr key={text}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>
                <Text size="sm">{text}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Popover.Dropdown>
  </Popover>
);

interface ToolProps {
  label: string;
  icon: LucideIcon;
  isDisabled?: boolean;
  run(): void;
}

export const Tool = ({ label, icon: Icon, isDisabled = false, run }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon size="lg" aria-label={label} disabled={isDisabled} onClick={run}>
      <Icon size={18} />
    </ActionIcon>
  </Tooltip>
);

/** Opens the list of versions. */
function VersionButton({ item }: { item: MediaItem }) {
  const [isOpen, setOpen] = useState(false);
  const newest = item.versions.at(-1)?.version ?? 1;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Box component="span" visibleFrom="sm">
          Version&nbsp;
        </Box>
        <Box component="span" hiddenFrom="sm" aria-hidden>
          v
        </Box>
        {newest}
      </Button>
      {isOpen && <VersionDrawer item={item} close={() => setOpen(false)} />}
    </>
  );
}

/** Top of the editor: the way back, and the name of the video. */
export const BarFrame = ({ back, title, children }: { back: string; title: string; children?: ReactNode }) => (
  <header className="editor-bar">
    <ActionIcon component={Link} href={back} size="lg" aria-label="Close the editor">
      <ArrowLeft size={18} />
    </ActionIcon>
    <Title order={1} size="sm" fw={600} lineClamp={1} flex={1} miw={0}>
      {title}
    </Title>
    {children}
  </header>
);

interface Props extends Actions {
  item: MediaItem;
  exported: Parameters<typeof ExportButton>[0]["exported"];
}

/** The bar of the editor: history, versions and the export. */
export function EditorBar({ item, exported, ...actions }: Props) {
  const { canUndo, canRedo, undo, redo } = actions.history;
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts(actions, () => setHelpOpen(true));
  return (
    <BarFrame back={`/library/video/${item.id}`} title={item.title}>
      <div role="toolbar" aria-label="History" className="editor-history">
        <Tool label="Undo" icon={Undo2} isDisabled={!canUndo} run={undo} />
        <Tool label="Redo" icon={Redo2} isDisabled={!canRedo} run={redo} />
      </div>
      <Shortcuts isOpen={isHelpOpen} setOpen={setHelpOpen} />
      <VersionButton item={item} />
      <ExportButton exported={exported} next={(item.versions.at(-1)?.version ?? 1) + 1} />
    </BarFrame>
  );
}

import { ActionIcon, Group, Kbd, Popover, Table, Text, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Keyboard, type LucideIcon, Redo2, Undo2 } from "lucide-react";
import { type Tab, tabs } from "./tabs";
import type { History } from "./use-history";
import type { Playback } from "./use-playback";

/** Length of a frame at 30 frames a second. */
const FRAME_S = 1 / 30;

interface Props {
  history: History;
  playback: Playback;
  openTab(tab: Tab): void;
  /** Renders all layers that are complete. */
  exportVideo(): void;
}

const shortcuts: readonly (readonly [keys: readonly string[], text: string])[] = [
  [["Ctrl", "Z"], "Undo"],
  [["Ctrl", "Shift", "Z"], "Redo"],
  [["Ctrl", "Enter"], "Export"],
  [["K"], "Play or pause"],
  [["J"], "One second back"],
  [["L"], "One second forward"],
  [[","], "One frame back"],
  [["."], "One frame forward"],
  [[`1–${Object.keys(tabs).length}`], "Captions, overlay, voice-over, music, trim"],
];

/** Keyboard shortcuts of the editor. Those without Ctrl are ignored in text fields. */
function useShortcuts({ history, playback, openTab, exportVideo }: Props): void {
  const { time, duration, toggle, seek } = playback;
  const move = (seconds: number) => seek(Math.min(duration, Math.max(0, time + seconds)));
  useHotkeys(
    [
      ["mod+Z", history.undo],
      ["mod+shift+Z", history.redo],
      ["mod+Y", history.redo],
      ["mod+Enter", exportVideo],
    ],
    [],
  );
  useHotkeys([
    ["K", toggle],
    ["J", () => move(-1)],
    ["L", () => move(1)],
    [",", () => move(-FRAME_S)],
    [".", () => move(FRAME_S)],
    ...(Object.keys(tabs) as Tab[]).map((tab, index): [string, () => void] => [`${index + 1}`, () => openTab(tab)]),
  ]);
}

const Shortcuts = () => (
  <Popover position="bottom-end" withArrow>
    <Popover.Target>
      <ActionIcon aria-label="Keyboard shortcuts" className="shortcuts">
        <Keyboard size={18} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label="Keyboard shortcuts">
      <Table verticalSpacing={4} withRowBorders={false} highlightOnHover={false}>
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

interface ButtonProps {
  label: string;
  icon: LucideIcon;
  isEnabled: boolean;
  run(): void;
}

const HistoryButton = ({ label, icon: Icon, isEnabled, run }: ButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} disabled={!isEnabled} onClick={run}>
      <Icon size={18} />
    </ActionIcon>
  </Tooltip>
);

/** Undo, redo and the list of keyboard shortcuts. */
export function EditorToolbar(props: Props) {
  const { canUndo, canRedo, undo, redo } = props.history;
  useShortcuts(props);
  return (
    <Group gap={4} justify="flex-end" mb={4} role="toolbar" aria-label="History">
      <HistoryButton label="Undo" icon={Undo2} isEnabled={canUndo} run={undo} />
      <HistoryButton label="Redo" icon={Redo2} isEnabled={canRedo} run={redo} />
      <Shortcuts />
    </Group>
  );
}

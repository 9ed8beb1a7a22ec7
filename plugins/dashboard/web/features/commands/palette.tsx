import { Combobox, Group, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useCan } from "../../session";
import { Dialog } from "../../ui/dialog";
import { useMedia } from "../../ui/media";
import { type Command, useCommands } from "./use-commands";

const TYPING_MS = 200;
const MAX_VIDEOS = 5;

/** Searches videos. */
function useVideos(text: string): readonly Command[] {
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  const canRead = useCan("media:read");
  const { data } = useMedia("video", { q, pageSize: MAX_VIDEOS }, canRead && q.length > 1);
  if (!data || q.length < 2) return [];
  return data.items.map(({ id, title }) => ({ group: "Videos", title, href: `/library/video/${id}` }));
}

const matches = (command: Command, text: string) =>
  `${command.title} ${command.keywords ?? ""}`.toLowerCase().includes(text.trim().toLowerCase());

/** Finds pages, actions and videos by name. */
export default function Palette({ close }: { close(): void }) {
  const [text, setText] = useState("");
  const [, navigate] = useLocation();
  const commands = useCommands().filter((command) => matches(command, text));
  const results = [...commands, ...useVideos(text)];
  const combobox = useCombobox({ opened: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: selects the first entry when the results change
  useEffect(() => void combobox.selectFirstOption(), [text, results.length]);
  const run = (href: string) => {
    close();
    const { run } = results.find((command) => command.href === href) ?? {};
    if (run) run();
    else navigate(href);
  };
  const groups = [...new Set(results.map(({ group }) => group))];
  return (
    <Dialog
      onClose={close}
      withCloseButton={false}
      yOffset="12dvh"
      centered={false}
      size="lg"
      padding="xs"
      attributes={{ content: { "aria-label": "Search" } }}
    >
      <Combobox store={combobox} onOptionSubmit={run} withinPortal={false}>
        <Combobox.EventsTarget>
          <TextInput
            aria-label="Search pages, actions and videos"
            placeholder="Search pages, actions and videos"
            leftSection={<Search size={18} />}
            size="md"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        </Combobox.EventsTarget>
        {results.length === 0 && <Combobox.Empty>No results</Combobox.Empty>}
        <Combobox.Options
          mt="xs"
          aria-label="Results"
          mah="50dvh"
          style={{ overflowY: "auto" }}
          tabIndex={0}
          hidden={results.length === 0}
        >
          {groups.map((group) => (
            <Combobox.Group key={group} label={group}>
              {results
                .filter((command) => command.group === group)
                .map(({ title, href, icon: Icon }) => (
                  <Combobox.Option key={href} value={href}>
                    <Group gap="sm" wrap="nowrap">
                      {Icon && <Icon size={16} />}
                      <Text size="sm" truncate>
                        {title}
                      </Text>
                    </Group>
                  </Combobox.Option>
                ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

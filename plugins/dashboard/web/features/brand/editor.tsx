import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../query-keys";
import { useCloseGuard } from "../../ui/confirm";
import { QueryView } from "../../ui/query-view";
import { EntryForm } from "./form";
import type { Group } from "./groups";
import { type Entry, readEntry, toValues, type Values } from "./resources";

interface Props {
  group: Group;
  /** ID of an entry, "new", or null if closed. */
  selected: string | null;
  close(): void;
  select(id: string): void;
}

/** Shows and edits an entry in a drawer. */
export function Editor({ group, selected, close, select }: Props) {
  const [duplicate, setDuplicate] = useState<Values>();
  const [isDirty, setDirty] = useState(false);
  const isNew = selected === "new";
  const query = useQuery({
    queryKey: keys.brandItem(group.path, selected),
    queryFn: () => readEntry(group, selected ?? ""),
    enabled: selected !== null && !isNew,
    // Read again on opening, but never while it is edited.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const leave = () => {
    setDuplicate(undefined);
    setDirty(false);
    close();
  };
  const guard = useCloseGuard(isDirty, leave);
  const renderForm = (entry: Entry | undefined) => (
    <EntryForm
      key={`${selected} ${duplicate?.name ?? ""}`}
      group={group}
      entry={entry}
      initial={isNew && duplicate ? duplicate : toValues(group, entry)}
      setDirty={setDirty}
      close={leave}
      duplicate={(values) => {
        setDuplicate(values);
        setDirty(true);
        select("new");
      }}
    />
  );
  return (
    <Drawer
      opened={selected !== null}
      onClose={guard.requestClose}
      position="right"
      size="lg"
      title={isNew ? `New ${group.noun}` : (query.data?.name ?? "")}
    >
      {isNew ? renderForm(undefined) : <QueryView query={query}>{renderForm}</QueryView>}
      {guard.question}
    </Drawer>
  );
}

import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Form } from "./form";
import type { Group } from "./groups";
import { readThing, toValues, type Values } from "./resources";

interface Props {
  group: Group;
  /** What is open: the id of a thing, "new", or nothing. */
  open: string | null;
  close(): void;
  /** Opens another one. */
  show(id: string): void;
}

/** One of a group, to be read and changed beside the list. */
export function Editor({ group, open, close, show }: Props) {
  const [copied, setCopied] = useState<Values>();
  const [isDirty, setDirty] = useState(false);
  const isNew = open === "new";
  const { data, error, refetch } = useQuery({
    queryKey: [group.path, "one", open],
    queryFn: () => readThing(group, open ?? ""),
    enabled: open !== null && !isNew,
    // The form begins with what is read: always the latest, and never changed under the writer.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const thing = isNew ? undefined : data;
  const leave = () => {
    setCopied(undefined);
    setDirty(false);
    close();
  };
  return (
    <Drawer
      opened={open !== null}
      onClose={leave}
      position="right"
      size="lg"
      title={isNew ? `New ${group.one}` : (thing?.name ?? "")}
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isDirty}
      closeButtonProps={{ "aria-label": isDirty ? "Close without saving" : "Close" }}
    >
      {error && <Failure error={error} retry={refetch} />}
      {!isNew && !thing && !error && open && <Loading />}
      {(isNew || thing) && (
        <Form
          key={`${open} ${copied?.name ?? ""}`}
          {...{ group, thing, setDirty }}
          initial={isNew && copied ? copied : toValues(group, thing)}
          close={leave}
          copy={(values) => {
            setCopied(values);
            setDirty(true);
            show("new");
          }}
        />
      )}
    </Drawer>
  );
}

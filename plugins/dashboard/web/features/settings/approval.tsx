import { Radio, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Panel } from "../../ui/panel";

type Requirement = Awaited<ReturnType<typeof vireo.social.approval.get>>["requireApproval"];

const choices: readonly { value: Requirement; label: string; description: string }[] = [
  { value: "off", label: "Nobody", description: "Publishers schedule posts. Editors save drafts." },
  { value: "editors", label: "Editors", description: "Their posts wait until a publisher or a client approves them." },
  { value: "everyone", label: "Everyone", description: "Every post waits, also those of publishers and managers." },
];

/** Chooses whose posts are published only after an approval. */
export function Approval() {
  const canManage = useCan("social:manage");
  const { data } = useQuery({ queryKey: keys.approval, queryFn: () => vireo.social.approval.get() });
  const save = useAction((requireApproval: Requirement) => vireo.social.approval.set({ requireApproval }), {
    stale: ["posts"],
    done: "Approval saved",
  });
  const value = save.isPending ? (save.variables ?? null) : (data?.requireApproval ?? null);
  return (
    <Panel title="Approval">
      <Radio.Group
        label="Whose posts need an approval before they are published?"
        value={value}
        onChange={(next) => save.mutate(next as Requirement)}
        readOnly={!canManage}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} disabled={!canManage} />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}

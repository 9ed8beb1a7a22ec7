import { ActionIcon, Alert, Button, Group, Loader, Stack, Table, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import type { SocialAccount } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { useAction } from "../../../ui/action";
import { Failure } from "../../../ui/failure";
import { pluralise } from "../../../ui/numbers";
import { useChannelGroups } from "../../../ui/posts";
import { formatDateTime, localZone } from "../../../ui/time";
import { ZoneSelect } from "../../../ui/zone-select";
import { AccountField } from "../form/account-field";
import { type Plan, PlanField } from "../form/plan-field";
import { useTikTokSettings } from "../form/use-tiktok-settings";
import { emptyTikTok } from "../form/values";
import type { Gate } from "../use-gate";
import { checkRows, listRefused } from "./check";
import { fields, type Row, type RowErrors, type RowField, rowFields } from "./table";

/** Waits for a pause in typing before the rows are checked again. */
const TYPING_MS = 700;
const widths: Readonly<Record<RowField, number>> = {
  video: 200,
  channels: 180,
  time: 180,
  content: 300,
  title: 180,
  privacy: 140,
};

interface CellProps {
  row: Row;
  field: RowField;
  error: string | undefined;
  description: string | undefined;
  change(value: string): void;
}

const Cell = ({ row, field, error, description, change }: CellProps) => (
  <Textarea
    size="xs"
    aria-label={`${fields[field].label} of row ${row.id + 1}`}
    value={row[field]}
    onChange={(event) => change(event.currentTarget.value)}
    error={error}
    description={description}
    inputWrapperOrder={["input", "description", "error"]}
    minRows={1}
    maxRows={4}
  />
);

interface RowsProps {
  rows: readonly Row[];
  shown: readonly RowField[];
  errors: Readonly<Record<number, RowErrors>>;
  /** The time of a row as it is read. */
  describeTime(row: Row): string | undefined;
  change(id: number, patch: Partial<Row>): void;
  remove(id: number): void;
}

const Rows = ({ rows, shown, errors, describeTime, change, remove }: RowsProps) => (
  <Table.ScrollContainer
    className="import-rows"
    type="native"
    minWidth={shown.reduce((sum, field) => sum + widths[field], 80)}
  >
    <Table verticalSpacing={6} horizontalSpacing={6} stickyHeader aria-label="Posts">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Row</Table.Th>
          {shown.map((field) => (
            <Table.Th key={field} miw={widths[field]}>
              {fields[field].label}
            </Table.Th>
          ))}
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} style={{ verticalAlign: "top" }}>
            <Table.Td data-name="Row">{row.id + 1}</Table.Td>
            {shown.map((field) => (
              <Table.Td key={field} data-name={fields[field].label}>
                <Cell
                  row={row}
                  field={field}
                  error={errors[row.id]?.[field] ?? (field === "content" ? errors[row.id]?.row : undefined)}
                  description={field === "time" && !errors[row.id]?.time ? describeTime(row) : undefined}
                  change={(value) => change(row.id, { [field]: value })}
                />
              </Table.Td>
            ))}
            <Table.Td>
              <ActionIcon variant="subtle" aria-label={`Leave out row ${row.id + 1}`} onClick={() => remove(row.id)}>
                <X size={16} />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

interface Props {
  initial: readonly Row[];
  accounts: readonly SocialAccount[];
  gate: Gate;
  back(): void;
  done(count: number): void;
}

/** Shows the posts of a table with their errors, to correct in place. They are imported once none is left. */
export function ImportPreview({ initial, accounts, gate, back, done }: Props) {
  const client = useQueryClient();
  const [rows, setRows] = useState(initial);
  const [values, setValues] = useState({
    ...emptyTikTok,
    accountIds: [] as readonly string[],
    mode: (gate === "draft" ? "draft" : "schedule") as Plan,
    zone: localZone,
  });
  const change = (patch: Partial<typeof values>) => setValues((before) => ({ ...before, ...patch }));
  const { data: groups = [] } = useChannelGroups();
  const [refused, setRefused] = useState<Record<number, RowErrors>>({});
  const [settled] = useDebouncedValue({ rows, values, groups }, TYPING_MS);
  const check = useQuery({
    queryKey: keys.importCheck(settled),
    queryFn: () => checkRows(client, settled.rows, { ...settled.values, accounts, groups, settings: tiktok.settings }),
    placeholderData: keepPreviousData,
    enabled: rows.length > 0,
    retry: false,
  });
  const posts = check.data?.posts ?? [];
  // Settings apply to rows without their own visibility.
  const open = posts.filter((_, index) => !settled.rows[index]?.privacy);
  const tiktok = useTikTokSettings(
    { ...values, accountIds: open.flatMap((post) => post.accountIds) },
    accounts,
    change,
  );
  const errors = { ...check.data?.errors, ...refused };
  const wrong = rows.filter(({ id }) => errors[id]).length;
  const isSettled = settled.rows === rows && settled.values === values && !check.isFetching;
  const save = useAction(() => vireo.social.posts.bulk.create({ posts }), { stale: ["posts"] });
  const submit = tiktok.guard({
    onSubmit() {
      save.mutate(undefined, {
        onSuccess(result) {
          if (result.failed === 0) return done(result.created);
          // Only what was not created stays.
          const left = listRefused(result, settled.rows);
          setRows(rows.filter(({ id }) => left[id]));
          setRefused(left);
        },
      });
    },
  });
  const edit = (next: readonly Row[]) => {
    setRows(next);
    setRefused({});
  };
  const shown = rowFields.filter(
    (field) =>
      !["title", "privacy"].includes(field) || rows.some((row) => row[field] || errors[row.id]?.[field] !== undefined),
  );
  const describeTime = (row: Row) => {
    const { mode, scheduledFor } = posts[settled.rows.findIndex(({ id }) => id === row.id)] ?? {};
    if (mode === "queue") return "Next free posting time";
    return scheduledFor === undefined ? undefined : formatDateTime(scheduledFor, values.zone);
  };
  return (
    <Stack>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        {gate !== "draft" && <PlanField gate={gate} value={values.mode} onChange={(mode) => change({ mode })} />}
        <ZoneSelect value={values.zone} onChange={(zone) => change({ zone })} />
      </Group>
      {rows.some(({ channels }) => !channels.trim()) && (
        <AccountField
          accounts={accounts}
          value={values.accountIds}
          onChange={(accountIds) => change({ accountIds })}
          error={undefined}
        />
      )}
      {tiktok.fields}
      {check.error && <Failure error={check.error} retry={check.refetch} />}
      <Rows
        rows={rows}
        shown={shown}
        errors={errors}
        describeTime={describeTime}
        change={(id, patch) => edit(rows.map((row) => (row.id === id ? { ...row, ...patch } : row)))}
        remove={(id) => edit(rows.filter((row) => row.id !== id))}
      />
      {save.error && <Alert color="red">{save.error.message}</Alert>}
      <Group justify="space-between" className="form-footer">
        <Button variant="default" onClick={back}>
          Back
        </Button>
        <Group gap="sm">
          <Text size="sm" role="status">
            {!isSettled
              ? "Checking…"
              : wrong > 0
                ? `${pluralise(wrong, "row")} to correct`
                : tiktok.isComplete
                  ? "Ready to import"
                  : "To complete: TikTok"}
          </Text>
          {check.isFetching && <Loader size="xs" aria-label="Checking" />}
          <Button
            disabled={!isSettled || wrong > 0 || rows.length === 0 || check.isError}
            loading={save.isPending}
            onClick={() => submit.onSubmit()}
          >
            Import {pluralise(rows.length, "post")}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

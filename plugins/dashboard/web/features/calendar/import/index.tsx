import { Alert, Button, FileButton, Group, Select, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { FileUp } from "lucide-react";
import { type DragEvent, useState } from "react";
import type { SocialAccount } from "vireo/client";
import { useCloseGuard } from "../../../ui/confirm";
import { downloadFile } from "../../../ui/csv";
import { Dialog } from "../../../ui/dialog";
import { pluralise } from "../../../ui/numbers";
import type { Gate } from "../use-gate";
import { ImportPreview } from "./preview";
import { type Field, fields, guessColumns, readSheet, type Sheet, toRows } from "./table";

const EXAMPLE = `Video,Channels,Date,Time of day,Caption,Title,Who can see it on TikTok
Cold brew in ten seconds,client.tiktok; client.instagram,2027-01-04,18:00,No more lattes,,Everyone
https://example.com/clip.mp4,client.youtube,2027-01-05,09:30,Three eggs are enough,Three-egg pasta,
`;
const MAX_BYTES = 1_000_000;

/** Takes a table as a file, or as cells copied from a sheet. */
function Source({ read }: { read(text: string): void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const use = (next: string) => {
    try {
      read(next);
    } catch (reason) {
      setText(next);
      setError((reason as Error).message);
    }
  };
  const open = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) setError("The file is larger than 1 MB. Save the sheet as CSV, with at most 100 posts.");
    else use(await file.text());
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void open(file);
  };
  return (
    <Stack>
      <Textarea
        label="Table"
        description="Paste cells from a spreadsheet, or drop a CSV file. The first row names the columns."
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        onPaste={(event) => {
          if (text) return;
          event.preventDefault();
          use(event.clipboardData.getData("text"));
        }}
        error={error}
        minRows={8}
        maxRows={16}
        data-autofocus
      />
      <Group justify="space-between">
        <Group gap="xs">
          <FileButton accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values" onChange={(file) => void open(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<FileUp size={16} />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Button variant="subtle" onClick={() => downloadFile("posts.csv", EXAMPLE)}>
            Download an example
          </Button>
        </Group>
        <Button disabled={!text.trim()} onClick={() => use(text)}>
          Continue
        </Button>
      </Group>
    </Stack>
  );
}

interface ColumnsProps {
  sheet: Sheet;
  columns: readonly (Field | null)[];
  change(columns: readonly (Field | null)[]): void;
  back(): void;
  next(): void;
}

/** Says which column is which field of a post. */
const Columns = ({ sheet, columns, change, back, next }: ColumnsProps) => (
  <Stack>
    <Text size="sm">{pluralise(sheet.lines.length, "post")} found. Check what each column is.</Text>
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      {sheet.header.map((name, index) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the column's identity
          key={index}
          label={name || `Column ${index + 1}`}
          description={sheet.lines[0]?.[index]?.slice(0, 60) || "Empty in the first row"}
          placeholder="Not imported"
          data={Object.entries(fields).map(([value, { label }]) => ({
            value,
            label,
            disabled: columns.includes(value as Field) && columns[index] !== value,
          }))}
          value={columns[index] ?? null}
          onChange={(field) => change(columns.map((before, at) => (at === index ? (field as Field | null) : before)))}
          clearable
        />
      ))}
    </SimpleGrid>
    {!columns.includes("video") && <Alert color="orange">Choose the column that names the videos.</Alert>}
    <Group justify="space-between">
      <Button variant="default" onClick={back}>
        Back
      </Button>
      <Button disabled={!columns.includes("video")} onClick={next}>
        Preview
      </Button>
    </Group>
  </Stack>
);

interface Props {
  accounts: readonly SocialAccount[];
  gate: Gate;
  close(): void;
}

/** Imports posts from a spreadsheet: all of them, or none. */
export default function ImportPosts({ accounts, gate, close }: Props) {
  const [sheet, setSheet] = useState<Sheet>();
  const [columns, setColumns] = useState<readonly (Field | null)[]>([]);
  const [isMapped, setMapped] = useState(false);
  const guard = useCloseGuard(sheet !== undefined, close);
  const read = (text: string) => {
    const next = readSheet(text);
    const guessed = guessColumns(next);
    setSheet(next);
    setColumns(guessed);
    // Nothing to ask.
    setMapped(!guessed.includes(null) && guessed.includes("video"));
  };
  return (
    <Dialog onClose={guard.requestClose} title="Import posts" size={1200}>
      {guard.question}
      {!sheet ? (
        <Source read={read} />
      ) : !isMapped ? (
        <Columns
          sheet={sheet}
          columns={columns}
          change={setColumns}
          back={() => setSheet(undefined)}
          next={() => setMapped(true)}
        />
      ) : (
        <ImportPreview
          initial={toRows(sheet, columns)}
          accounts={accounts}
          gate={gate}
          back={() => setMapped(false)}
          done={(count) => {
            notifications.show({ message: `${pluralise(count, "post")} imported` });
            close();
          }}
        />
      )}
    </Dialog>
  );
}

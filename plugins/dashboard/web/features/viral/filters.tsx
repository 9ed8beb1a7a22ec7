import { NumberInput, Select, SimpleGrid, TextInput } from "@mantine/core";

/** Empty filters match everything. */
export interface Filters {
  minViews: string;
  hashtag: string;
  username: string;
  maxDuration: string;
}
export const filterNames = ["minViews", "hashtag", "username", "maxDuration"] as const;

/** Where to search. Empty: both libraries. */
export const scopes = [
  { value: "", label: "All videos" },
  { value: "own", label: "My library" },
  { value: "shared", label: "Shared" },
  { value: "media", label: "My media" },
] as const;
export type Scope = (typeof scopes)[number]["value"];

const views = [
  { value: "10000", label: "10,000 or more" },
  { value: "100000", label: "100,000 or more" },
  { value: "1000000", label: "1 million or more" },
  { value: "10000000", label: "10 million or more" },
];

interface Props {
  filters: Filters;
  /** The account's own media have no views and no creator. */
  isMedia: boolean;
  change(patch: Partial<Filters>): void;
}

export const FilterFields = ({ filters, isMedia, change }: Props) => (
  <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
    {!isMedia && (
      <Select
        label="Views"
        placeholder="Any"
        data={views}
        value={filters.minViews || null}
        onChange={(minViews) => change({ minViews: minViews ?? "" })}
        clearable
      />
    )}
    <TextInput
      label="Hashtag"
      placeholder="#coffee"
      value={filters.hashtag}
      onChange={(event) => change({ hashtag: event.currentTarget.value })}
      maxLength={150}
    />
    {!isMedia && (
      <TextInput
        label="Creator"
        placeholder="@name"
        value={filters.username}
        onChange={(event) => change({ username: event.currentTarget.value })}
        maxLength={100}
      />
    )}
    <NumberInput
      label="Max seconds"
      placeholder="Any"
      value={filters.maxDuration}
      onChange={(next) => change({ maxDuration: String(next) })}
      min={1}
      max={36_000}
      allowDecimal={false}
    />
  </SimpleGrid>
);

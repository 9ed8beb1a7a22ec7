import { CloseButton, SegmentedControl, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Flame, Search } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { Pager, parsePage } from "../../ui/pager";
import { useAddVideos } from "./add-videos";
import { VideoCard } from "./card";
import { FilterFields, type Filters, filterNames, type Scope, scopes } from "./filters";
import { type Library, useLibrary } from "./queries";
import { Results } from "./results";

interface ListProps {
  library: Library | undefined;
  page: number;
  show(next: Record<string, string | number>): void;
  /** Buttons for an empty library. */
  buttons: ReactNode;
}

/** Shows the account's own library or the shared one, page by page. */
function LibraryList({ library: selected, page, show, buttons }: ListProps) {
  const own = useLibrary("own", selected === "shared" ? 1 : page);
  const shared = useLibrary("shared", selected === "shared" ? page : 1);
  const failed = own.error ? own : shared;
  if (failed.error) return <Failure error={failed.error} retry={failed.refetch} />;
  if (!own.data || !shared.data) return <Loading lines={6} />;
  const totals = { own: own.data.pagination.total, shared: shared.data.pagination.total };
  if (totals.own + totals.shared === 0) {
    return (
      <Empty
        icon={Flame}
        title="No videos yet"
        text="Collect successful short videos to see why they work, and search them by meaning."
      >
        {buttons}
      </Empty>
    );
  }
  const library = selected ?? (totals.own > 0 ? "own" : "shared");
  const { videos, pagination } = library === "own" ? own.data : shared.data;
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label="Library"
        data={[
          { value: "own", label: `My library (${totals.own.toLocaleString()})` },
          { value: "shared", label: `Shared (${totals.shared.toLocaleString()})` },
        ]}
        value={library}
        onChange={(next) => show({ library: next })}
        style={{ alignSelf: "flex-start" }}
      />
      {videos.length === 0 ? (
        <Empty icon={Flame} title={page > 1 ? "No more videos" : "No videos yet"}>
          {library === "own" && buttons}
        </Empty>
      ) : (
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="md">
          {videos.map((video) => (
            <VideoCard key={video.id} video={video} />
          ))}
        </SimpleGrid>
      )}
      <Pager pagination={pagination} onChange={(next) => show({ library, page: next })} />
    </Stack>
  );
}

const DEBOUNCE_MS = 300;
const names = ["q", "scope", ...filterNames] as const;
type SearchValues = Filters & { q: string; scope: string };
const parseScope = (text: string): Scope => scopes.find(({ value }) => value === text)?.value ?? "";
const readSearch = (params: URLSearchParams) =>
  Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as unknown as SearchValues;

/** Search state: `typed` follows the fields, `applied` the URL, which is updated after a pause in typing. */
function useSearch() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(() => readSearch(params));
  const url = params.toString();
  const writtenUrl = useRef(url);
  useEffect(() => {
    if (url === writtenUrl.current) return;
    writtenUrl.current = url;
    setTyped(readSearch(new URLSearchParams(url)));
  }, [url]);
  const write = useDebouncedCallback((next: SearchValues) => {
    const fresh = new URLSearchParams(names.flatMap((name) => (next[name] ? [[name, next[name]]] : [])));
    writtenUrl.current = fresh.toString();
    setParams(fresh, { replace: true });
  }, DEBOUNCE_MS);
  const latest = useRef(typed);
  useLayoutEffect(() => {
    latest.current = typed;
  });
  const change = (patch: Partial<SearchValues>) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    write(next);
  };
  /** Reads the current state, for callbacks that were created before the person typed. */
  const isSearching = () => latest.current.q.trim() !== "";
  return { params, setParams, typed, change, isSearching, applied: readSearch(params) };
}

/** The viral library, with semantic search. The search is in the URL. */
export function VideoGrid() {
  const { params, setParams, typed, change, isSearching, applied } = useSearch();
  const canReadMedia = useCan("media:read");
  const library = (["own", "shared"] as const).find((name) => name === params.get("library"));
  const show = (next: Record<string, string | number>) =>
    setParams(Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)])));
  const { menu, buttons, dialogs } = useAddVideos((library) => {
    // A search stays open, and includes the new videos.
    if (!isSearching()) show({ library });
  });
  return (
    <Page title="Viral library" text="Successful short videos and why they work" actions={menu}>
      <TextInput
        type="search"
        size="md"
        aria-label="Search by meaning"
        placeholder="Search by meaning, such as “satisfying food close-ups”"
        leftSection={<Search size={18} />}
        rightSection={typed.q && <CloseButton aria-label="Clear search" onClick={() => change({ q: "" })} />}
        value={typed.q}
        onChange={(event) => change({ q: event.currentTarget.value })}
        maxLength={1000}
      />
      {typed.q.trim() && (
        <>
          <SegmentedControl
            aria-label="Search in"
            data={scopes.filter(({ value }) => value !== "media" || canReadMedia)}
            value={parseScope(typed.scope)}
            onChange={(scope) => change({ scope })}
            style={{ alignSelf: "flex-start" }}
          />
          <FilterFields filters={typed} isMedia={typed.scope === "media"} change={change} />
        </>
      )}
      {applied.q.trim() ? (
        <Results q={applied.q} filters={applied} scope={parseScope(applied.scope)} />
      ) : (
        <LibraryList library={library} page={parsePage(params)} show={show} buttons={buttons} />
      )}
      {dialogs}
    </Page>
  );
}

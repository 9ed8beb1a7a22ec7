import { CloseButton, SegmentedControl, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Flame, Search } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { useAdding } from "./add-videos";
import { VideoCard } from "./card";
import { FilterFields, type Filters, filterNames } from "./filters";
import { type Library, useLibrary } from "./queries";
import { Results } from "./results";

interface ListProps {
  library: Library | undefined;
  page: number;
  show(next: Record<string, string | number>): void;
  /** The ways to bring videos in. */
  buttons: ReactNode;
}

/** The libraries a page at a time: the account's own, and the one that everybody reads. */
function List({ library: asked, page, show, buttons }: ListProps) {
  const own = useLibrary("own", asked === "shared" ? 1 : page);
  const shared = useLibrary("shared", asked === "shared" ? page : 1);
  const failed = own.error ? own : shared;
  if (failed.error) return <Failure error={failed.error} retry={failed.refetch} />;
  if (!own.data || !shared.data) return <Loading lines={6} />;
  const totals = { own: own.data.pagination.total, shared: shared.data.pagination.total };
  if (totals.own + totals.shared === 0) {
    return (
      <Empty
        icon={Flame}
        title="What works, in one place"
        text="Collect videos that did well, and search them by what they mean. Each is looked into: its hook, why it worked, what to copy."
      >
        {buttons}
      </Empty>
    );
  }
  const library = asked ?? (totals.own > 0 ? "own" : "shared");
  const { videos, pagination } = library === "own" ? own.data : shared.data;
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label="Library"
        data={[
          { value: "own", label: `Mine (${totals.own.toLocaleString()})` },
          { value: "shared", label: `Shared (${totals.shared.toLocaleString()})` },
        ]}
        value={library}
        onChange={(next) => show({ library: next })}
        style={{ alignSelf: "flex-start" }}
      />
      {videos.length === 0 ? (
        <Empty
          icon={Flame}
          title={
            page > 1 ? "This page is empty" : library === "own" ? "No videos of your own yet" : "Nothing is shared"
          }
          text={library === "own" ? "What you find or paste is kept here, for your account alone." : undefined}
        >
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

const PAUSE_MS = 300;
const names = ["q", ...filterNames] as const;
type Asked = Filters & { q: string };
const read = (params: URLSearchParams) =>
  Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as unknown as Asked;

/** What is asked for: at once in the fields, and a moment later in the address, which is what is looked for. */
function useAsked() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(() => read(params));
  const address = params.toString();
  const written = useRef(address);
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setTyped(read(new URLSearchParams(address)));
  }, [address]);
  const write = useDebouncedCallback((next: Asked) => {
    const fresh = new URLSearchParams(names.flatMap((name) => (next[name] ? [[name, next[name]]] : [])));
    written.current = fresh.toString();
    setParams(fresh, { replace: true });
  }, PAUSE_MS);
  const latest = useRef(typed);
  useLayoutEffect(() => {
    latest.current = typed;
  });
  const change = (patch: Partial<Asked>) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    write(next);
  };
  /** Whether something is looked for just now, also for those who began to wait before it was typed. */
  const isAsking = () => latest.current.q.trim() !== "";
  return { params, setParams, typed, change, isAsking, asked: read(params) };
}

/** The library: searched by meaning as one types, or leafed through. What is shown is in the address. */
export function Grid() {
  const { params, setParams, typed, change, isAsking, asked } = useAsked();
  const library = (["own", "shared"] as const).find((one) => one === params.get("library"));
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);
  const show = (next: Record<string, string | number>) =>
    setParams(Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)])));
  // New videos are led to, but not away from a search: that goes on among them.
  const { menu, buttons, dialogs } = useAdding((library) => {
    if (!isAsking()) show({ library });
  });
  return (
    <Page title="Viral" text="Short videos that did well, and what makes them work." actions={menu}>
      <TextInput
        type="search"
        size="md"
        aria-label="Search by meaning"
        placeholder="Search by meaning: “satisfying food close-ups”"
        leftSection={<Search size={18} aria-hidden />}
        rightSection={typed.q && <CloseButton aria-label="Clear the search" onClick={() => change({ q: "" })} />}
        value={typed.q}
        onChange={(event) => change({ q: event.currentTarget.value })}
        maxLength={1000}
      />
      {typed.q.trim() && <FilterFields filters={typed} change={change} />}
      {asked.q.trim() ? <Results q={asked.q} filters={asked} /> : <List {...{ library, page, show, buttons }} />}
      {dialogs}
    </Page>
  );
}

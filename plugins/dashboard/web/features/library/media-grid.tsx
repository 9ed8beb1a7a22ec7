import { Button, Group, Select, Tabs } from "@mantine/core";
import { FolderUp, Plus } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { isKind, kinds, type MediaQuery, type MediaStatus, media } from "../../ui/media";
import { NotFound } from "../../ui/not-found";
import { Page } from "../../ui/page";
import { parsePage } from "../../ui/pager";
import { SearchField } from "../../ui/search-field";
import { toLabel } from "../../ui/status";
import { Items } from "./items";
import { Uploads } from "./uploads";

const statuses = [
  { value: "completed", label: "Ready" },
  { value: "processing", label: "Rendering" },
  { value: "pending", label: "Queued" },
  { value: "failed", label: "Failed" },
];
const sources = [
  { value: "generated", label: "Generated" },
  { value: "upload", label: "Uploaded" },
];

type Show = (next: Record<string, string | number | undefined>) => void;

interface FilterProps {
  tab: string;
  query: MediaQuery;
  show: Show;
}

const Filters = ({ tab, query: { q = "", status, source }, show }: FilterProps) => (
  <Group gap="sm" role="search" aria-label="Library">
    <SearchField
      label="Search by prompt or name"
      placeholder="Search by prompt or name"
      value={q}
      onChange={(q) => show({ q: q || undefined })}
    />
    <Select
      aria-label="Status"
      placeholder="All statuses"
      data={statuses}
      value={status ?? null}
      onChange={(next) => show({ status: next ?? undefined })}
      clearable
      w={150}
    />
    {tab === "video" && (
      <Select
        aria-label="Source"
        placeholder="All sources"
        data={sources}
        value={source ?? null}
        onChange={(next) => show({ source: next ?? undefined })}
        clearable
        w={150}
      />
    )}
  </Group>
);

/** Reads the filters from the URL. Unknown values are ignored. */
function parseQuery(params: URLSearchParams, tab: string) {
  const find = (list: readonly { value: string }[], name: string) =>
    list.find(({ value }) => value === params.get(name))?.value;
  return {
    page: parsePage(params),
    q: params.get("q") ?? undefined,
    status: find(statuses, "status") as MediaStatus | undefined,
    source: tab === "video" ? (find(sources, "source") as MediaQuery["source"]) : undefined,
  };
}

const TabList = () => (
  <Tabs.List aria-label="Kind">
    {kinds.map((kind) => {
      const { icon: Icon, plural } = media[kind];
      return (
        <Tabs.Tab key={kind} value={kind} leftSection={<Icon size={16} />}>
          {toLabel(plural)}
        </Tabs.Tab>
      );
    })}
    <Tabs.Tab value="uploads" leftSection={<FolderUp size={16} />}>
      Uploads
    </Tabs.Tab>
  </Tabs.List>
);

/** Generated media and uploads, by kind. Filters are in the URL. */
export function MediaGrid() {
  const [params, setParams] = useSearchParams();
  const canCreate = useCan("media:write");
  const tab = params.get("kind") ?? "video";
  if (tab !== "uploads" && !isKind(tab)) return <NotFound />;
  const query = parseQuery(params, tab);
  const { page: _, ...filters } = query;
  const show: Show = (next) =>
    setParams(
      Object.entries({ kind: tab, ...filters, ...next }).flatMap(([name, value]) =>
        value ? [[name, String(value)] as [string, string]] : [],
      ),
    );
  const create = canCreate && (
    <>
      {tab !== "uploads" && (
        <Button component={Link} href="/library?kind=uploads" variant="default" leftSection={<FolderUp size={16} />}>
          Upload
        </Button>
      )}
      <Button component={Link} href={isKind(tab) ? `/create?kind=${tab}` : "/create"} leftSection={<Plus size={16} />}>
        Create
      </Button>
    </>
  );
  return (
    <Page title="Library" text="Everything you generated or uploaded" actions={create}>
      <Tabs value={tab} onChange={(kind) => setParams({ kind: kind ?? "video" })} keepMounted={false}>
        <TabList />
      </Tabs>
      {isKind(tab) ? (
        <>
          <Filters key={tab} tab={tab} query={query} show={show} />
          <Items key={tab} kind={tab} query={query} setPage={(page) => show({ page })} />
        </>
      ) : (
        <Uploads page={query.page} setPage={(page) => show({ page })} />
      )}
    </Page>
  );
}

import { Button, Tabs } from "@mantine/core";
import { FolderUp, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Loading } from "../../ui/loading";
import { isKind, kinds, type MediaQuery, type MediaStatus, media } from "../../ui/media";
import { NotFound } from "../../ui/not-found";
import { Page } from "../../ui/page";
import { parsePage } from "../../ui/pager";
import { toLabel } from "../../ui/status";
import { useVisibleTab } from "../../ui/use-visible-tab";
import { Filters, sorts, sources, statuses } from "./filters";
import { Items } from "./items";
import type { Show } from "./labels";

const Uploads = lazy(() => import("./uploads"));

/** Reads the filters from the URL. Unknown values are ignored. */
function parseQuery(params: URLSearchParams, tab: string) {
  const find = (list: readonly { value: string }[], name: string) =>
    list.find(({ value }) => value === params.get(name))?.value;
  return {
    page: parsePage(params),
    q: params.get("q") ?? undefined,
    tag: params.get("tag")?.slice(0, 50) || undefined,
    folder: params.get("folder")?.slice(0, 100) || undefined,
    sort: find(sorts, "sort") as MediaQuery["sort"],
    status: find(statuses, "status") as MediaStatus | undefined,
    source: tab === "video" ? (find(sources, "source") as MediaQuery["source"]) : undefined,
  };
}

const TabList = ({ active }: { active: string }) => (
  <Tabs.List aria-label="Kind" ref={useVisibleTab(active)}>
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
export default function LibraryPage() {
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
        <TabList active={tab} />
      </Tabs>
      {isKind(tab) ? (
        <>
          <Filters key={tab} tab={tab} query={query} show={show} />
          <Items key={tab} kind={tab} query={query} setPage={(page) => show({ page })} />
        </>
      ) : (
        <Suspense fallback={<Loading lines={6} />}>
          <Uploads query={query} type={params.get("type")} show={show} />
        </Suspense>
      )}
    </Page>
  );
}

import { Button, Group, Select, SimpleGrid, Tabs } from "@mantine/core";
import { FolderUp, Plus } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { isKind, type Kind, kinds, type MediaStatus, media, useMedia } from "../../ui/media";
import { MediaCard } from "../../ui/media-card";
import { NotFound } from "../../ui/not-found";
import { Page } from "../../ui/page";
import { Pager, parsePage } from "../../ui/pager";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";
import { Uploads } from "./uploads";

const statuses = [
  { value: "completed", label: "Ready" },
  { value: "processing", label: "Rendering" },
  { value: "pending", label: "Queued" },
  { value: "failed", label: "Failed" },
];
const PAGE_SIZE = 24;

interface ItemsProps {
  kind: Kind;
  status: MediaStatus | undefined;
  page: number;
  setPage(page: number): void;
}

function Items({ kind, status, page, setPage }: ItemsProps) {
  const query = useMedia(kind, { page, pageSize: PAGE_SIZE, status });
  const canCreate = useCan("media:write");
  const { icon, plural, title } = media[kind];
  return (
    <QueryView query={query} lines={6}>
      {({ items, pagination }) =>
        items.length === 0 ? (
          <Empty icon={icon} title={status || page > 1 ? `No ${plural} match` : `No ${plural} yet`}>
            {canCreate && (
              <Button component={Link} href={`/create?kind=${kind}`} variant="light">
                Create {title.toLowerCase()}
              </Button>
            )}
          </Empty>
        ) : (
          <>
            <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 6 }} spacing="md">
              {items.map((item) => (
                <MediaCard key={item.id} item={item} />
              ))}
            </SimpleGrid>
            <Pager pagination={pagination} onChange={setPage} />
          </>
        )
      }
    </QueryView>
  );
}

/** Generated media and uploads, by kind. Filters are in the URL. */
export function MediaGrid() {
  const [params, setParams] = useSearchParams();
  const canCreate = useCan("media:write");
  const kind = params.get("kind") ?? "video";
  if (kind !== "uploads" && !isKind(kind)) return <NotFound />;
  const tab = kind;
  const status = statuses.find(({ value }) => value === params.get("status"))?.value as MediaStatus | undefined;
  const page = parsePage(params);
  const show = (next: Record<string, string | number | undefined>) =>
    setParams(
      Object.entries({ kind: tab, status, ...next }).flatMap(([name, value]) =>
        value ? [[name, String(value)] as [string, string]] : [],
      ),
    );
  const create = canCreate && (
    <Button component={Link} href={isKind(tab) ? `/create?kind=${tab}` : "/create"} leftSection={<Plus size={16} />}>
      Create
    </Button>
  );
  return (
    <Page title="Library" text="Everything you generated or uploaded" actions={create}>
      <Tabs value={tab} onChange={(kind) => show({ kind: kind ?? "video" })} keepMounted={false}>
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
      </Tabs>
      {isKind(tab) ? (
        <>
          <Group>
            <Select
              aria-label="Status"
              placeholder="All statuses"
              data={statuses}
              value={status ?? null}
              onChange={(next) => show({ status: next ?? undefined })}
              clearable
              w={180}
            />
          </Group>
          <Items kind={tab} status={status} page={page} setPage={(next) => show({ page: next })} />
        </>
      ) : (
        <Uploads page={page} setPage={(next) => show({ page: next })} />
      )}
    </Page>
  );
}

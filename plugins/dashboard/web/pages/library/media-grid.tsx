import { Button, Group, Select, SimpleGrid, Tabs } from "@mantine/core";
import { FolderUp, Plus } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { isKind, type Kind, kinds, type MediaStatus, media, useMedia } from "../../ui/media";
import { MediaCard } from "../../ui/media-card";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { Uploads } from "./uploads";

const statuses = [
  { value: "completed", label: "Ready" },
  { value: "processing", label: "Being made" },
  { value: "pending", label: "Waiting" },
  { value: "failed", label: "Failed" },
];
const PAGE_SIZE = 24;

interface GridProps {
  kind: Kind;
  status: MediaStatus | undefined;
  page: number;
  setPage(page: number): void;
}

function Shown({ kind, status, page, setPage }: GridProps) {
  const { data, error, refetch } = useMedia(kind, { page, pageSize: PAGE_SIZE, status });
  const mayMake = useCan("media:write");
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={6} />;
  const { icon, many, one } = media[kind];
  if (data.items.length === 0) {
    return (
      <Empty
        icon={icon}
        title={status || page > 1 ? "Nothing here" : `No ${many.toLowerCase()} yet`}
        text={status ? "Nothing is in this state at the moment." : `Every ${one} that you make is kept here.`}
      >
        {mayMake && (
          <Button component={Link} href={`/create?kind=${kind}`} variant="light">
            Make a {one}
          </Button>
        )}
      </Empty>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 6 }} spacing="md">
        {data.items.map((medium) => (
          <MediaCard key={medium.id} medium={medium} />
        ))}
      </SimpleGrid>
      <Pager pagination={data.pagination} onChange={setPage} />
    </>
  );
}

/** Everything that was made or uploaded, a page at a time. What is shown is in the address. */
export function Grid() {
  const [params, setParams] = useSearchParams();
  const mayMake = useCan("media:write");
  const asked = params.get("kind");
  const tab = asked === "uploads" || isKind(asked) ? asked : "video";
  const status = statuses.find(({ value }) => value === params.get("status"))?.value as MediaStatus | undefined;
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);
  const show = (next: Record<string, string | number | undefined>) =>
    setParams(
      Object.entries({ kind: tab, status, ...next }).flatMap(([name, value]) =>
        value ? [[name, String(value)] as [string, string]] : [],
      ),
    );
  const create = mayMake && (
    <Button
      component={Link}
      href={isKind(tab) ? `/create?kind=${tab}` : "/create"}
      leftSection={<Plus size={16} aria-hidden />}
    >
      Create
    </Button>
  );
  return (
    <Page title="Library" text="All that you made, and all that you brought along." actions={create}>
      <Tabs value={tab} onChange={(kind) => show({ kind: kind ?? "video" })} keepMounted={false}>
        <Tabs.List aria-label="Kinds">
          {kinds.map((kind) => {
            const { icon: Icon, many } = media[kind];
            return (
              <Tabs.Tab key={kind} value={kind} leftSection={<Icon size={16} aria-hidden />}>
                {many}
              </Tabs.Tab>
            );
          })}
          <Tabs.Tab value="uploads" leftSection={<FolderUp size={16} aria-hidden />}>
            Uploads
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {isKind(tab) ? (
        <>
          <Group>
            <Select
              aria-label="State"
              placeholder="Every state"
              data={statuses}
              value={status ?? null}
              onChange={(next) => show({ status: next ?? undefined })}
              clearable
              w={180}
            />
          </Group>
          <Shown kind={tab} status={status} page={page} setPage={(next) => show({ page: next })} />
        </>
      ) : (
        <Uploads page={page} setPage={(next) => show({ page: next })} />
      )}
    </Page>
  );
}

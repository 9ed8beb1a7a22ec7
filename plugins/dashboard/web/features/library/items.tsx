import { Button, SimpleGrid } from "@mantine/core";
import { SearchX } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { lazyDialog } from "../../ui/lazy-dialog";
import { type Kind, type MediaItem, type MediaQuery, media, useMedia } from "../../ui/media";
import { MediaCard } from "../../ui/media-card";
import { Pager } from "../../ui/pager";
import { QueryView } from "../../ui/query-view";
import { useSelection } from "./use-selection";

const BulkBar = lazyDialog(() => import("./bulk-bar"));

const PAGE_SIZE = 24;

function Grid({ kind, items }: { kind: Kind; items: readonly MediaItem[] }) {
  const canDelete = useCan("media:write");
  const { selected, isSelected, toggle, selectAll, clear } = useSelection(items);
  return (
    <>
      {selected.length > 0 && <BulkBar kind={kind} selected={selected} selectAll={selectAll} clear={clear} />}
      <SimpleGrid
        cols={{ base: 2, xs: 3, md: 4, lg: 6 }}
        spacing="md"
        className={selected.length > 0 ? "media-selecting" : ""}
      >
        {items.map((item) => (
          <MediaCard
            key={item.id}
            item={item}
            selection={canDelete ? { isSelected: isSelected(item.id), toggle: () => toggle(item.id) } : undefined}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

function NoItems({ kind, isFiltered }: { kind: Kind; isFiltered: boolean }) {
  const canCreate = useCan("media:write");
  const { icon, plural, title } = media[kind];
  if (isFiltered) return <Empty icon={SearchX} title={`No ${plural} match`} text="Try another search or filter." />;
  return (
    <Empty icon={icon} title={`No ${plural} yet`} text={examples[kind]}>
      {canCreate && (
        <Button component={Link} href={`/create?kind=${kind}`} variant="light">
          Create {title.toLowerCase()}
        </Button>
      )}
    </Empty>
  );
}

/** Ideas for a first item. */
const examples: Readonly<Record<Kind, string>> = {
  video: "Describe one, such as “Three reasons to switch to cold brew”, or upload a clip of your own and caption it.",
  image: "Describe one, such as “Poster for a weekend sale of ceramic mugs, warm light”.",
  music: "Describe some, such as “Lo-fi hip hop, 80 bpm, warm piano, calm”.",
};

interface Props {
  kind: Kind;
  query: MediaQuery & { page: number };
  setPage(page: number): void;
}

/** A page of items of one kind. */
export function Items({ kind, query, setPage }: Props) {
  const { status, q, source, tag, folder, page } = query;
  return (
    <QueryView query={useMedia(kind, { ...query, pageSize: PAGE_SIZE })} lines={6}>
      {({ items, pagination }) => (
        <>
          {items.length === 0 ? (
            <NoItems kind={kind} isFiltered={Boolean(status || q || source || tag || folder) || page > 1} />
          ) : (
            <Grid kind={kind} items={items} />
          )}
          <Pager pagination={pagination} onChange={setPage} />
        </>
      )}
    </QueryView>
  );
}

import {
  AspectRatio,
  Badge,
  Button,
  Card,
  Group as Row,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { Plus, Search, SwatchBook } from "lucide-react";
import { useLocation, useRoute, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { NotFound } from "../../ui/not-found";
import { Page } from "../../ui/page";
import { Pager, parsePage } from "../../ui/pager";
import { QueryView } from "../../ui/query-view";
import { SearchField } from "../../ui/search-field";
import { Thumbnail } from "../../ui/thumbnail";
import { useVisibleTab } from "../../ui/use-visible-tab";
import { Editor } from "./editor";
import { type Group, groups } from "./groups";
import { Kit } from "./kit";
import { type Entry, getList, getText, useEntries } from "./resources";
import "../../ui/media.css";

/** A list entry with its first image and text. */
function EntryCard({ group, entry, open }: { group: Group; entry: Entry; open(): void }) {
  const imageField = group.fields.find(({ kind }) => kind === "images");
  const images = imageField ? getList(entry, imageField.name) : [];
  const text = group.fields
    .filter(({ kind }) => kind === "line" || kind === "text" || kind === "template")
    .map(({ name }) => getText(entry, name))
    .find(Boolean);
  const [first] = images;
  return (
    <Card component="li" withBorder padding={0} className="media-card">
      <UnstyledButton onClick={open} p="md" h="100%">
        <Row wrap="nowrap" align="flex-start">
          {first && (
            <AspectRatio ratio={1} w={64} flex="none">
              <Thumbnail url={first} alt="" radius="sm" />
            </AspectRatio>
          )}
          <Stack gap={4} miw={0} flex={1}>
            <Row gap="xs" wrap="nowrap" justify="space-between">
              <Text fw={600} truncate>
                {entry.name}
              </Text>
              {entry.isCustom === false && (
                <Badge color="gray" flex="none">
                  Built-in
                </Badge>
              )}
            </Row>
            <Text size="sm" c="dimmed" lineClamp={3}>
              {text || "No description"}
            </Text>
            {images.length > 1 && (
              <Text size="xs" c="dimmed">
                {images.length} images
              </Text>
            )}
          </Stack>
        </Row>
      </UnstyledButton>
    </Card>
  );
}

/** The search field is shown from this many entries on. */
const SEARCH_FROM = 6;
/** URL segment of the brand kit. */
const KIT = "kit";

const getExample = ({ fields }: Group) => fields.find(({ placeholder }) => placeholder)?.placeholder;

interface EntriesProps {
  group: Group;
  select(id: string): void;
}

const EntryGrid = ({ group, entries, select }: EntriesProps & { entries: readonly Entry[] }) => (
  <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
    {entries.map((entry) => (
      <EntryCard key={entry.id} group={group} entry={entry} open={() => select(entry.id)} />
    ))}
  </SimpleGrid>
);

function Entries({ group, select }: EntriesProps) {
  const [params, setParams] = useSearchParams();
  const [page, q] = [parsePage(params), params.get("q") ?? ""];
  const query = useEntries(group, page, q);
  const canWrite = useCan("content:write");
  return (
    <QueryView query={query}>
      {({ entries, pagination }) => (
        <>
          {(q || pagination.total >= SEARCH_FROM) && (
            <SearchField
              label={`Search ${group.title.toLowerCase()} by name`}
              placeholder="Search by name"
              value={q}
              onChange={(q) => setParams(q ? { q } : {}, { replace: true })}
            />
          )}
          {entries.length > 0 && <EntryGrid group={group} entries={entries} select={select} />}
          {entries.length === 0 && (q || page > 1) && <Empty icon={Search} title="No matches" />}
          {entries.length === 0 && !q && page === 1 && (
            <Empty icon={group.icon} title={`No ${group.noun}s yet`} text={`Such as “${getExample(group)}”`}>
              {canWrite && (
                <Button variant="light" onClick={() => select("new")}>
                  Add {group.noun}
                </Button>
              )}
            </Empty>
          )}
          <Pager pagination={pagination} onChange={(next) => setParams({ q, page: String(next) })} />
        </>
      )}
    </QueryView>
  );
}

/** Brand resources by group. The open entry is in the URL. */
export default function BrandPage() {
  const [, navigate] = useLocation();
  const [isGroup, route] = useRoute("/brand/:group");
  const [params, setParams] = useSearchParams();
  const canWrite = useCan("content:write");
  const isKit = !isGroup || route.group === KIT;
  const group = groups.find(({ path }) => path === route?.group);
  const path = group?.path ?? KIT;
  const list = useVisibleTab(path);
  if (!group && !isKit) return <NotFound />;
  const select = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id) next.set("open", id);
      else next.delete("open");
      return next;
    });
  const add = canWrite && group && (
    <Button leftSection={<Plus size={16} />} onClick={() => select("new")}>
      New {group.noun}
    </Button>
  );
  return (
    <Page title="Brand" text={group?.text ?? "What your brand looks and sounds like"} actions={add}>
      <Tabs value={path} onChange={(path) => path && navigate(`/brand/${path}`)}>
        <Tabs.List aria-label="Groups" ref={list}>
          <Tabs.Tab value={KIT} leftSection={<SwatchBook size={16} />}>
            Brand kit
          </Tabs.Tab>
          {groups.map(({ path, title, icon: Icon }) => (
            <Tabs.Tab key={path} value={path} leftSection={<Icon size={16} />}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {group ? (
        <>
          <Entries key={group.path} group={group} select={select} />
          <Editor
            key={`${group.path} editor`}
            group={group}
            selected={params.get("open")}
            close={() => select(null)}
            select={select}
          />
        </>
      ) : (
        <Kit />
      )}
    </Page>
  );
}

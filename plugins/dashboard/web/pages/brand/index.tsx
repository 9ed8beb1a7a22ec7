import { Button, SimpleGrid, Tabs, TextInput } from "@mantine/core";
import { Plus, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useRoute, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { NotFound } from "../../ui/not-found";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { ThingCard } from "./card";
import { Editor } from "./editor";
import { type Group, groups } from "./groups";
import { useThings } from "./resources";

/** From how many on a search by name is of use. */
const MANY = 6;

function Things({ group, open }: { group: Group; open(id: string): void }) {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);
  const { data, error, refetch } = useThings(group, page);
  const [words, setWords] = useState("");
  const may = useCan("content:write");
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={4} />;
  const { things, pagination } = data;
  if (things.length === 0) {
    return (
      <Empty icon={group.icon} title={page > 1 ? "This page is empty" : `No ${group.plural} yet`} text={group.text}>
        {may && (
          <Button variant="light" onClick={() => open("new")}>
            Make a {group.one}
          </Button>
        )}
      </Empty>
    );
  }
  const shown = things.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <>
      {things.length >= MANY && (
        <TextInput
          type="search"
          aria-label={`${group.title}: search by name`}
          placeholder={pagination.total > things.length ? "Search this page by name" : "Search by name"}
          leftSection={<Search size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          maw={320}
        />
      )}
      {shown.length === 0 && <Empty icon={Search} title="No such name here" />}
      <SimpleGrid
        cols={{ base: 1, sm: 2, lg: 3 }}
        spacing="md"
        component="ul"
        m={0}
        p={0}
        style={{ listStyle: "none" }}
      >
        {shown.map((thing) => (
          <ThingCard key={thing.id} {...{ group, thing }} open={() => open(thing.id)} />
        ))}
      </SimpleGrid>
      <Pager pagination={pagination} onChange={(next) => setParams({ page: String(next) })} />
    </>
  );
}

/** What the account says of itself, by groups. What is open is in the address. */
export default function BrandPage() {
  const [, go] = useLocation();
  const [isGroup, route] = useRoute("/brand/:group");
  const [params, setParams] = useSearchParams();
  const may = useCan("content:write");
  const group = isGroup ? groups.find(({ path }) => path === route.group) : groups[0];
  const list = useRef<HTMLDivElement>(null);
  const path = group?.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on narrow screens the open one may stand outside
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[data-active]");
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [path]);
  if (!group) return <NotFound />;
  const open = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id) next.set("open", id);
      else next.delete("open");
      return next;
    });
  return (
    <Page
      title="Brand"
      text={group.text}
      actions={
        may && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => open("new")}>
            New {group.one}
          </Button>
        )
      }
    >
      <Tabs value={group.path} onChange={(path) => path && go(`/brand/${path}`)}>
        <Tabs.List aria-label="Groups" ref={list}>
          {groups.map(({ path, title, icon: Icon }) => (
            <Tabs.Tab key={path} value={path} leftSection={<Icon size={16} aria-hidden />}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Things key={group.path} group={group} open={open} />
      <Editor
        key={`${group.path} editor`}
        group={group}
        open={params.get("open")}
        close={() => open(null)}
        show={open}
      />
    </Page>
  );
}

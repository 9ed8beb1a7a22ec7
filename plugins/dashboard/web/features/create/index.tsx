import { Grid, Tabs } from "@mantine/core";
import { useRef } from "react";
import { useSearchParams } from "wouter";
import { isKind, kinds, media } from "../../ui/media";
import { Page } from "../../ui/page";
import { RequestForm } from "./request-form";
import { Results } from "./results";

export default function CreatePage() {
  const [params, setParams] = useSearchParams();
  const param = params.get("kind");
  const kind = isKind(param) ? param : "video";
  const results = useRef<HTMLDivElement>(null);
  return (
    <Page title="Create" text="Describe what you want. You can leave this page while it renders.">
      <Tabs value={kind} onChange={(next) => next && setParams({ kind: next })} keepMounted={false}>
        <Tabs.List mb="lg" aria-label="Kind">
          {kinds.map((name) => {
            const { icon: Icon, title } = media[name];
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Icon size={16} />}>
                {title}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={kind}>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 6, lg: 5 }}>
              <RequestForm
                key={kind}
                kind={kind}
                onStarted={() => results.current?.scrollIntoView({ behavior: "smooth", block: "start" })}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6, lg: 7 }} ref={results} style={{ scrollMarginTop: 72 }}>
              <Results kind={kind} />
            </Grid.Col>
          </Grid>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

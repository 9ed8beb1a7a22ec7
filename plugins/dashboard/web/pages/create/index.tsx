import { Grid, Tabs } from "@mantine/core";
import { useRef } from "react";
import { isKind, kinds, media } from "../../ui/media";
import { Page } from "../../ui/page";
import { RequestForm } from "./request-form";
import { Results } from "./results";
import { useCreateForm } from "./use-create-form";

export default function CreatePage() {
  const { kind, form, change, setKind } = useCreateForm();
  const results = useRef<HTMLDivElement>(null);
  return (
    <Page title="Create" text="Say what you want. It is made while you do something else.">
      <Tabs value={kind} onChange={(next) => isKind(next) && setKind(next)} keepMounted={false}>
        <Tabs.List mb="lg" aria-label="What to make">
          {kinds.map((one) => {
            const Icon = media[one].icon;
            return (
              <Tabs.Tab key={one} value={one} leftSection={<Icon size={16} aria-hidden />} tt="capitalize">
                {media[one].one}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={kind}>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 6, lg: 5 }}>
              <RequestForm
                key={kind}
                {...{ kind, form, change }}
                started={() => results.current?.scrollIntoView({ behavior: "smooth", block: "start" })}
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

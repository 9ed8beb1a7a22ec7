import { Button, Grid, Stack, Tabs } from "@mantine/core";
import { LayoutTemplate } from "lucide-react";
import { useRef } from "react";
import { Link, useSearchParams } from "wouter";
import { isKind, kinds, media } from "../../ui/media";
import { Page } from "../../ui/page";
import { RequestForm } from "./request-form";
import { Results } from "./results";
import { TemplateForm, TemplateGallery } from "./templates";

export default function CreatePage() {
  const [params, setParams] = useSearchParams();
  const param = params.get("kind");
  const kind = isKind(param) ? param : "video";
  const template = params.get("template");
  const results = useRef<HTMLDivElement>(null);
  const showResults = () => results.current?.scrollIntoView({ behavior: "smooth", block: "start" });
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
              {kind !== "music" && template ? (
                <TemplateForm key={template} id={template} kind={kind} onStarted={showResults} />
              ) : kind !== "music" && template === "" ? (
                <TemplateGallery kind={kind} />
              ) : (
                <Stack gap="sm">
                  {kind !== "music" && (
                    <Button
                      component={Link}
                      href={`/create?kind=${kind}&template=`}
                      variant="light"
                      leftSection={<LayoutTemplate size={16} />}
                    >
                      Start from a template
                    </Button>
                  )}
                  <RequestForm key={kind} kind={kind} onStarted={showResults} />
                </Stack>
              )}
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

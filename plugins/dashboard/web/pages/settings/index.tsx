import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Redirect, useLocation, useParams } from "wouter";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { Loading } from "../../ui/loading";
import { NotFound } from "../../ui/not-found";
import { Page } from "../../ui/page";
import { About } from "./about";
import { Engines } from "./engines";
import { Models } from "./models";
import { People } from "./people";
import { PlugInPage } from "./plug-in-page";
import { PlugIns } from "./plug-ins";
import { Profile } from "./profile";

interface Section {
  name: string;
  title: string;
  admin?: boolean;
  Component: ComponentType;
}

const sections: readonly Section[] = [
  { name: "profile", title: "Profile", Component: Profile },
  { name: "people", title: "People", admin: true, Component: People },
  { name: "engines", title: "Engines", admin: true, Component: Engines },
  { name: "models", title: "Models", Component: Models },
  { name: "plug-ins", title: "Plug-ins", Component: PlugIns },
  { name: "about", title: "About", Component: About },
];

export default function SettingsPage() {
  const { section } = useParams<{ section?: string }>();
  const [, navigate] = useLocation();
  const { scopes } = useMe();
  const { data } = useQuery({ queryKey: ["modules"], queryFn: () => vireo.modules.list(), staleTime: 3_600_000 });
  if (!section) return <Redirect to="/settings/profile" replace />;

  const shown = sections.filter(({ admin }) => !admin || scopes.includes("admin"));
  const own = (data?.modules ?? []).flatMap(({ name, page }) =>
    page && !sections.some((one) => one.name === name) ? [{ name, ...page }] : [],
  );
  const current = shown.find(({ name }) => name === section);
  const plugIn = own.find(({ name }) => name === section);
  if (!current && !plugIn) return data ? <NotFound /> : <Loading />;
  return (
    <Page title={current?.title ?? plugIn?.title ?? ""} text="Settings">
      <Tabs value={section} onChange={(name) => navigate(`/settings/${name}`)} keepMounted={false}>
        <Tabs.List aria-label="Settings">
          {[...shown, ...own].map(({ name, title }) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(({ name, Component }) => (
          <Tabs.Panel key={name} value={name} pt="lg">
            <Component />
          </Tabs.Panel>
        ))}
        {own.map((page) => (
          <Tabs.Panel key={page.name} value={page.name} pt="lg">
            <PlugInPage {...page} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

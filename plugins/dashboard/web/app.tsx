import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";
import { queries } from "./api";
import { AcceptPage } from "./auth/accept";
import { ResetPage } from "./auth/reset";
import { SetUpPage } from "./auth/setup";
import { SignInPage } from "./auth/sign-in";
import { loadPage, pages } from "./pages";
import { SessionProvider, useWho, who } from "./session";
import { theme, variables } from "./theme";
import { Boundary } from "./ui/boundary";
import { Failure } from "./ui/failure";
import { Loading } from "./ui/loading";
import { NotFound } from "./ui/not-found";

// Menus, tips and all that floats are for those who are signed in; the sign-in does without.
const loadShell = () => import("./shell");
const Shell = lazy(loadShell);
const entries: readonly string[] = ["/sign-in", "/setup", "/accept", "/reset"];

/** Begins to load all that an address shows at once, and to ask who is there: drawing waits for both. */
export function loadAhead(path: string): void {
  if (entries.includes(path)) return;
  void queries.prefetchQuery(who);
  void loadShell().catch(() => {});
  loadPage(path);
}

/** Pages for those who are signed in; anybody else is sent to sign in, and back. */
function Inside() {
  const { data: me, error, refetch } = useWho();
  if (error) return <Failure error={error} retry={refetch} />;
  if (me === undefined) return <Loading />;
  if (me === null) {
    const back = location.pathname === "/" ? "" : `?to=${encodeURIComponent(location.pathname + location.search)}`;
    return <Redirect to={`/sign-in${back}`} replace />;
  }
  return (
    <SessionProvider me={me}>
      <Boundary>
        <Suspense fallback={null}>
          <Shell>
            <Boundary>
              <Suspense fallback={<Loading />}>
                <Switch>
                  {pages.flatMap(({ paths, Component }) =>
                    paths.map((path) => <Route key={path} path={path} component={Component} />),
                  )}
                  <Route component={NotFound} />
                </Switch>
              </Suspense>
            </Boundary>
          </Shell>
        </Suspense>
      </Boundary>
    </SessionProvider>
  );
}

export const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
    <Notifications position="top-right" />
    <QueryClientProvider client={queries}>
      <Switch>
        <Route path="/sign-in" component={SignInPage} />
        <Route path="/setup" component={SetUpPage} />
        <Route path="/accept" component={AcceptPage} />
        <Route path="/reset" component={ResetPage} />
        <Route component={Inside} />
      </Switch>
    </QueryClientProvider>
  </MantineProvider>
);

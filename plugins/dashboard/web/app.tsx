import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Redirect, Route, Switch } from "wouter";
import { authPaths } from "../paths";
import { queries } from "./api";
import { AcceptPage } from "./features/auth/accept";
import { CodePage } from "./features/auth/code";
import { ResetPage } from "./features/auth/reset";
import { SetupPage } from "./features/auth/setup";
import { SignInPage } from "./features/auth/sign-in";
import { loadPage, pages } from "./pages";
import { meQuery, SessionProvider, useCan, useSession } from "./session";
import { theme, variables } from "./theme";
import { Boundary } from "./ui/boundary";
import { Failure } from "./ui/failure";
import { Loading } from "./ui/loading";
import { Forbidden, NotFound } from "./ui/not-found";

// The sign-in pages need none of the shell's menus and notifications.
const loadShell = () => import("./shell");
const Shell = lazy(loadShell);

const authPages: Readonly<Record<keyof typeof authPaths, ComponentType>> = {
  setup: SetupPage,
  accept: AcceptPage,
  reset: ResetPage,
  code: CodePage,
  signIn: SignInPage,
};

/** Starts loading everything a path needs, before the first render. */
function preload(path: string): void {
  if (Object.values<string>(authPaths).includes(path)) return;
  void queries.prefetchQuery(meQuery);
  void loadShell().catch(() => {});
  loadPage(path);
}

/** A page, for those whose role includes it. */
const Guard = ({ scope, children }: { scope: string; children: ReactNode }) =>
  useCan(scope) ? children : <Forbidden />;

/** Pages that need a session. Redirects to the sign-in page, and back afterwards. */
function SignedIn() {
  const { data: me, error, refetch } = useSession();
  if (error) return <Failure error={error} retry={refetch} />;
  if (me === undefined) return <Loading />;
  if (me === null) {
    const back = location.pathname === "/" ? "" : `?to=${encodeURIComponent(location.pathname + location.search)}`;
    return <Redirect to={`${authPaths.signIn}${back}`} replace />;
  }
  return (
    <SessionProvider me={me}>
      <Boundary>
        <Suspense fallback={null}>
          <Shell>
            <Boundary>
              <Suspense fallback={<Loading />}>
                <Switch>
                  {pages.flatMap(({ paths, scope, Component }) =>
                    paths.map((path) => (
                      <Route key={path} path={path}>
                        {scope ? (
                          <Guard scope={scope}>
                            <Component />
                          </Guard>
                        ) : (
                          <Component />
                        )}
                      </Route>
                    )),
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

const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <Switch>
        {Object.entries(authPages).map(([name, Component]) => (
          <Route key={name} path={authPaths[name as keyof typeof authPaths]} component={Component} />
        ))}
        <Route component={SignedIn} />
      </Switch>
    </QueryClientProvider>
  </MantineProvider>
);

/** Draws the page of the current address. */
export function start(): void {
  preload(location.pathname);
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<App />);
}

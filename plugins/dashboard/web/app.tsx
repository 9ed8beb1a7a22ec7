import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { authPaths } from "../paths";
import { queries } from "./api";
import { loadPage, pages } from "./pages";
import { meQuery, SessionProvider, useCan, useSession } from "./session";
import { theme, variables } from "./theme";
import { Boundary } from "./ui/boundary";
import { Failure } from "./ui/failure";
import { Loading } from "./ui/loading";
import { Forbidden, NotFound } from "./ui/not-found";

// The sign-in pages need none of the shell's menus and notifications, and the others none of the sign-in forms.
const loadShell = () => import("./shell");
const Shell = lazy(loadShell);
const loadAuthPages = () => import("./features/auth/index");
const AuthPages = lazy(loadAuthPages);

const openPaths: readonly string[] = Object.values(authPaths);

/** Starts loading everything a path needs, before the first render. */
function preload(path: string): void {
  if (openPaths.includes(path)) return void loadAuthPages().catch(() => {});
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

/** The page of the current address. */
function App() {
  const [path] = useLocation();
  if (!openPaths.includes(path)) return <SignedIn />;
  return (
    <Boundary>
      <Suspense fallback={null}>
        <AuthPages />
      </Suspense>
    </Boundary>
  );
}

const Root = () => (
  <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </MantineProvider>
);

/** Draws the page of the current address. */
export function start(): void {
  preload(location.pathname);
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<Root />);
}

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { authPaths } from "../paths";
import { queries } from "./api";
import { pages, preloadPage } from "./pages";
import { meQuery, SessionProvider, useMe, useSession } from "./session";
import { theme, variables } from "./theme";
import { Boundary } from "./ui/boundary";
import { Failure } from "./ui/failure";
import { lazyPart, whenPreloaded } from "./ui/lazy";
import { Loading } from "./ui/loading";
import { Forbidden, NotFound } from "./ui/not-found";

// Loaded separately: the sign-in pages don't need the shell, and the other pages don't need the sign-in forms.
const Shell = lazyPart(() => import("./shell"));
const AuthPages = lazyPart(() => import("./features/auth/index"));

const openPaths: readonly string[] = Object.values(authPaths);

/** Loads the scripts and the session of a path. Without a session, doesn't wait for the page's scripts. */
async function preload(path: string): Promise<void> {
  if (openPaths.includes(path)) AuthPages.preload();
  else {
    Shell.preload();
    preloadPage(path);
    await queries.prefetchQuery(meQuery);
    if (queries.getQueryData(meQuery.queryKey) === null) return;
  }
  await whenPreloaded();
}

/** Shows a page only to people with its scope. */
function Guard({ scope, children }: { scope: string | undefined; children: ReactNode }) {
  const { scopes } = useMe();
  return !scope || scopes.includes(scope) ? children : <Forbidden />;
}

/** The pages that need a session. Redirects to the sign-in page, which leads back here. */
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
                  {pages.flatMap(({ paths, scope, Component, Item }) =>
                    paths.map((path, index) => (
                      <Route key={path} path={path}>
                        <Guard scope={scope}>{index > 0 ? <Item /> : <Component />}</Guard>
                      </Route>
                    )),
                  )}
                  <Route>
                    <NotFound />
                  </Route>
                </Switch>
              </Suspense>
            </Boundary>
          </Shell>
        </Suspense>
      </Boundary>
    </SessionProvider>
  );
}

/** The page of the current URL. */
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

/** Renders the page of the current URL once it is loaded. Until then, index.html shows its frame. */
export async function start(): Promise<void> {
  await preload(location.pathname);
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<Root />);
}

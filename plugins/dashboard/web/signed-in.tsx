import { type ReactNode, Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";
import { authPaths } from "../paths";
import { pages } from "./pages";
import { SessionProvider, useMe, useSession } from "./session";
import { Shell } from "./shell";
import { Boundary } from "./ui/boundary";
import { Failure } from "./ui/failure";
import { Loading } from "./ui/loading";
import { Forbidden, NotFound } from "./ui/not-found";

export { preloadPage } from "./pages";

/** Shows a page only to people with its scope. */
function Guard({ scope, children }: { scope: string | undefined; children: ReactNode }) {
  const { scopes } = useMe();
  return !scope || scopes.includes(scope) ? children : <Forbidden />;
}

/** The pages that need a session. Redirects to the sign-in page, which leads back here. */
export default function SignedIn() {
  const { data: me, error, refetch } = useSession();
  if (error) return <Failure error={error} retry={refetch} />;
  if (me === undefined) return <Loading />;
  if (me === null) {
    const back = location.pathname === "/" ? "" : `?to=${encodeURIComponent(location.pathname + location.search)}`;
    return <Redirect to={`${authPaths.signIn}${back}`} replace />;
  }
  return (
    <SessionProvider me={me}>
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
    </SessionProvider>
  );
}

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { useLocation } from "wouter";
import { authPaths } from "../paths";
import { queries } from "./api";
import { meQuery } from "./session";
import { theme, variables } from "./theme";
import { Boundary } from "./ui/boundary";
import { lazyPart, whenPreloaded } from "./ui/lazy";

// Loaded separately: the sign-in pages don't need the shell, and the other pages don't need the sign-in forms.
const SignedIn = lazyPart(async () => {
  const part = await import("./signed-in");
  part.preloadPage(location.pathname);
  return part;
});
const AuthPages = lazyPart(() => import("./features/auth/index"));

const openPaths: readonly string[] = Object.values(authPaths);

/** Loads the scripts and the session of a path. Without a session, doesn't wait for the page's scripts. */
async function preload(path: string): Promise<void> {
  if (openPaths.includes(path)) AuthPages.preload();
  else {
    SignedIn.preload();
    await queries.prefetchQuery(meQuery);
    if (queries.getQueryData(meQuery.queryKey) === null) return;
  }
  await whenPreloaded();
}

/** The page of the current URL. */
function App() {
  const [path] = useLocation();
  return (
    <Boundary>
      <Suspense fallback={null}>{openPaths.includes(path) ? <AuthPages /> : <SignedIn />}</Suspense>
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
async function start(): Promise<void> {
  await preload(location.pathname);
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<Root />);
}

void start();

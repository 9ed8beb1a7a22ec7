import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import type { PageCleanup, PageModule } from "vireo/dashboard";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import "./plug-in.css";

/** Mounts a plug-in's page from an ES module. Its contract is `vireo/dashboard`. */
export function PlugInScript({ url }: { url: string }) {
  const root = useRef<HTMLDivElement>(null);
  const { scopes, account, personId, name, email, role } = useMe();
  const [, navigate] = useLocation();
  const [state, setState] = useState<"loading" | "ready" | { error: unknown }>("loading");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is mounted once; the person does not change meanwhile
  useEffect(() => {
    const abort = new AbortController();
    let cleanup: PageCleanup | undefined;
    const mount = async () => {
      const page: PageModule = await import(url);
      if (abort.signal.aborted || !root.current) return;
      const mounted = await page.mount(root.current, {
        api: vireo,
        person: { personId, name, email, role, scopes },
        account,
        signal: abort.signal,
        navigate,
        notify: (message, { isError = false } = {}) =>
          void notifications.show({ message, color: isError ? "red" : undefined }),
      });
      if (abort.signal.aborted) mounted?.();
      else cleanup = mounted ?? undefined;
      setState("ready");
    };
    mount().catch((error) => setState({ error }));
    const { current } = root;
    return () => {
      abort.abort();
      cleanup?.();
      current?.replaceChildren();
    };
  }, [url]);
  return (
    <>
      {state === "loading" && <Loading />}
      {typeof state === "object" && <Failure error={state.error} />}
      <div ref={root} className="plug-in" />
    </>
  );
}

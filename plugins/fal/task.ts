/** Paths of a request at fal.ai, without the leading slash. */
export interface TaskPaths {
  response: string;
  status: string;
  cancel: string;
}

/**
 * Parses the task from a submission's response: the path of its response, and the other paths if they cannot be derived
 * from it. Hosts are dropped, so the key is only ever sent to the configured URL.
 */
export function parseTask(json: unknown, baseUrl: string): string | undefined {
  const { response_url, status_url, cancel_url } = (json ?? {}) as Record<string, unknown>;
  const prefix = new URL(baseUrl).pathname.replace(/\/*$/, "/");
  const parsePath = (url: unknown) => {
    if (typeof url !== "string" || !URL.canParse(url)) return undefined;
    const { pathname } = new URL(url);
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname.slice(1);
    return /^[\w./-]+$/.test(path) ? path : undefined;
  };
  const response = parsePath(response_url);
  if (!response) return undefined;
  const status = parsePath(status_url) ?? `${response}/status`;
  const cancel = parsePath(cancel_url) ?? `${response}/cancel`;
  const isUsual = status === `${response}/status` && cancel === `${response}/cancel`;
  return isUsual ? response : [response, status, cancel].join(" ");
}

export function getTaskPaths(task: string): TaskPaths {
  const [response = "", status = `${response}/status`, cancel = `${response}/cancel`] = task.split(" ");
  return { response, status, cancel };
}

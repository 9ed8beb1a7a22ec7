/** Where a request is looked for, as paths without the first slash. */
export interface Places {
  response: string;
  status: string;
  cancel: string;
}

/**
 * What is kept of the answer to a submission: the response's path, and the others' where they do not follow from it.
 * Only paths: they are asked for at the configured address, so the key goes to no other host, whatever the answer names.
 */
export function taskOf(json: unknown, baseUrl: string): string | undefined {
  const { response_url, status_url, cancel_url } = (json ?? {}) as Record<string, unknown>;
  const prefix = new URL(baseUrl).pathname.replace(/\/*$/, "/");
  const pathOf = (url: unknown) => {
    if (typeof url !== "string" || !URL.canParse(url)) return undefined;
    const { pathname } = new URL(url);
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname.slice(1);
    return /^[\w./-]+$/.test(path) ? path : undefined;
  };
  const response = pathOf(response_url);
  if (!response) return undefined;
  const status = pathOf(status_url) ?? `${response}/status`;
  const cancel = pathOf(cancel_url) ?? `${response}/cancel`;
  const usual = status === `${response}/status` && cancel === `${response}/cancel`;
  return usual ? response : [response, status, cancel].join(" ");
}

export function placesOf(task: string): Places {
  const [response = "", status = `${response}/status`, cancel = `${response}/cancel`] = task.split(" ");
  return { response, status, cancel };
}

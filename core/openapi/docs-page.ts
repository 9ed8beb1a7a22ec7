import { latest, versions } from "#core/request/versions";

/** Our accent colours and system fonts. Nothing is loaded from other servers. */
const css = `
:root { --scalar-font: ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace }
.light-mode { --scalar-color-accent: #0f766e; --scalar-background-accent: #0f766e14 }
.dark-mode { --scalar-color-accent: #2dd4bf; --scalar-background-accent: #2dd4bf1f }
`;

/** Settings of the reference. It calls no other server. */
const configuration = {
  sources: versions.map(({ version }) => ({
    title: version === latest ? `${version} (latest)` : version,
    slug: version,
    url: `/openapi.json?version=${version}&samples=true`,
    default: version === latest,
  })),
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "direct",
  persistAuth: true,
  defaultOpenFirstTag: false,
  modelsSectionLabel: "Schemas",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  metaData: { title: "Vireo API" },
  customCss: css,
};

/**
 * The public origin may differ from the one in the address bar, which requests from the page use. Without a key they
 * are made as the signed-in person: the header tells the server that they come from its own page.
 */
const createScript = (origin: string) => `
const publicOrigin = ${JSON.stringify(origin)};
Scalar.createApiReference("#reference", {
  ...${JSON.stringify(configuration).replaceAll("<", "\\u003c")},
  async customFetch(input, init) {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    const isCall = origin === location.origin && pathname.startsWith("/api/");
    const headers = new Headers(request.headers);
    if (isCall && !/^Bearer (?!YOUR_)\\S/.test(headers.get("authorization") ?? "")) {
      headers.delete("authorization");
      headers.set("x-vireo-dashboard", "1");
    }
    const response = await fetch(isCall ? new Request(request, { headers, credentials: "same-origin" }) : request);
    if (publicOrigin === location.origin || pathname !== "/openapi.json") return response;
    return new Response((await response.text()).replaceAll(publicOrigin, location.origin), response);
  },
});
`;

const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M8 9l8 15 8-15" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  );

interface DocsPage {
  html: string;
  /** Content-Security-Policy that allows this server and the one inline script. */
  policy: string;
}

/** Renders the page around the reference. `asset` is the path of its script. */
export function renderDocsPage(origin: string, asset: string): DocsPage {
  const start = createScript(origin);
  const hash = new Bun.CryptoHasher("sha256").update(start).digest("base64");
  return {
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Vireo API</title>
<link rel="icon" href="${icon}">
<div id="reference"></div>
<noscript>The API reference requires JavaScript. You can also read the <a href="/openapi.json">OpenAPI document</a>.</noscript>
<script src="${asset}"></script>
<script>${start}</script>
</html>
`,
    policy: [
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

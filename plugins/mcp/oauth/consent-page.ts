const style = `
:root { color-scheme: light dark; font: 16px/1.5 ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center }
main { width: min(26rem, calc(100vw - 2rem)); box-sizing: border-box; padding: 2rem; border: 1px solid #8884; border-radius: .5rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem } p { margin: .5rem 0 } small { opacity: .75; overflow-wrap: anywhere }
label { display: block; padding: .25rem 0 } fieldset { border: 0; padding: 0; margin: 1rem 0 } legend { font-weight: 600; padding: 0 }
select { font: inherit; max-width: 100%; padding: .25rem } button { font: inherit; padding: .5rem 1rem; border-radius: .375rem; border: 1px solid #8886; background: none; cursor: pointer }
button[type=submit] { background: #0f766e; border-color: #0f766e; color: #fff } [role=alert] { color: #d33 }
`;

/**
 * Script of the page: shows who is signed in, lets them choose one of their workspaces, sends the consent, and returns to
 * the client.
 */
const script = `
const request = JSON.parse(document.getElementById("request").textContent);
const own = { "x-vireo-dashboard": "1" };
const form = document.querySelector("form");
const alert = document.querySelector("[role=alert]");
const leave = (facts) => {
  const to = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(facts)) to.searchParams.set(name, value);
  if (request.state !== null) to.searchParams.set("state", request.state);
  to.searchParams.set("iss", request.issuer);
  location.replace(to);
};
const workspace = document.querySelector("select");
const named = () => ({ ...own, "vireo-account": workspace.value });
const show = async (headers) => {
  const { name, email, account, scopes } = await (await fetch("/auth/me", { headers })).json();
  document.getElementById("who").textContent = name + " (" + email + ")";
  for (const input of form.elements) if (input.name === "scope") {
    const isMissing = !scopes.includes(input.value);
    input.disabled = input.parentElement.hidden = isMissing;
  }
  return account.accountId;
};
const signedIn = await fetch("/auth/workspaces", { headers: own });
if (signedIn.status === 401) location.replace("/sign-in?to=" + encodeURIComponent(location.pathname + location.search));
else {
  const { workspaces } = await signedIn.json();
  for (const { accountId, name, status } of workspaces) if (status === "active") workspace.add(new Option(name, accountId));
  workspace.value = await show(own);
  workspace.onchange = () => show(named());
  form.hidden = false;
}
document.getElementById("deny").onclick = () => leave({ error: "access_denied" });
form.onsubmit = async (event) => {
  event.preventDefault();
  const scopes = new FormData(form).getAll("scope");
  if (scopes.length === 0) return void (alert.textContent = "Choose at least one permission.");
  const { clientId, redirectUri, challenge } = request;
  const response = await fetch("/api/v1/oauth/consents", {
    method: "POST",
    headers: { ...named(), "content-type": "application/json" },
    body: JSON.stringify({ clientId, redirectUri, challenge, scopes }),
  });
  const answer = await response.json();
  if (response.ok) leave({ code: answer.code });
  else alert.textContent = answer.detail;
};
`;

export interface ConsentRequest {
  clientId: string;
  redirectUri: string;
  challenge: string;
  state: string | null;
  issuer: string;
}

const toHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const verbs: Readonly<Record<string, string>> = {
  read: "See",
  draft: "Draft",
  write: "Create and change",
  approve: "Approve",
  manage: "Manage",
};
const describeScope = (scope: string) => {
  const [subject = "", verb = ""] = scope.split(":");
  return `${verbs[verb] ?? verb} ${subject}`;
};

/** Renders the page that asks a person whether a program may use their account, and with which permissions. */
export function renderConsentPage(name: string, scopes: readonly string[], request: ConsentRequest): Response {
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${toHtml(scope)}" checked> ${toHtml(describeScope(scope))} <small>${toHtml(scope)}</small></label>`,
  );
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Allow access · Vireo</title><style>${style}</style>
<main><h1>Allow ${toHtml(name)} to use Vireo?</h1>
<p><small>It calls itself ${toHtml(name)} and continues at ${toHtml(new URL(request.redirectUri).origin === "null" ? request.redirectUri : new URL(request.redirectUri).origin)}. Allow only programs that you have just started to connect.</small></p>
<form hidden><p>Signed in as <b id="who"></b></p><label>Workspace <select></select></label><fieldset><legend>It may</legend>${boxes.join("")}</fieldset>
<p role="alert"></p><button type="submit">Allow</button> <button type="button" id="deny">Cancel</button>
<p><small>You can revoke it under API keys. It ends after 30 days without use.</small></p></form>
<noscript>This page needs JavaScript.</noscript></main>
<script type="application/json" id="request">${JSON.stringify(request).replaceAll("<", "\\u003c")}</script>
<script type="module">${script}</script></html>`;
  const sha = new Bun.CryptoHasher("sha256").update(script).digest("base64");
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": `default-src 'none'; script-src 'sha256-${sha}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** Runs the dashboard: an app that listens, and Chromium. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from "playwright-core";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { createLink } from "#modules/people/links";
import { plugins } from "#plugins/index";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { freshDatabase } from "#test/database";

export const PERSON = { name: "Ann Miller", email: "ann@example.com", password: "a long enough password" };

/**
 * Path of Chromium. Without it, the browser tests are skipped (Debian: `apt-get install chromium-headless-shell`). The
 * headless shell has no windows, each of which costs a second of CPU time.
 */
export const chromium = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => Bun.which(name))
  .find(Boolean);
if (!chromium) console.warn("Skipping browser tests: chromium is not on PATH.");

export const launchBrowser = (): Promise<Browser> =>
  driver.launch({
    executablePath: chromium ?? "",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      // Pages live for seconds, so optimizing their scripts and a GPU process cost more than they save.
      ...["--js-flags=--single-threaded --max-lazy --no-opt", "--in-process-gpu"],
      // A microphone that beeps, which pages may use.
      ...["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"],
    ],
  });

/** The limit of a step, for hangs: on a busy machine a page can take half a minute. */
export const STEP_MS = 120_000;

// biome-ignore lint/suspicious/noExplicitAny: responses are read without types
type Any = any;

export interface Dashboard {
  origin: string;
  /** The one-time link to the page that creates the administrator. */
  setUpLink: string;
  /** Opens a window with its own cookies. Collects its console errors. */
  open(options?: BrowserContextOptions): Promise<{ page: Page; errors: string[] }>;
  /** Calls the API with the administrator's key. */
  api(method: string, path: string, body?: object): Promise<{ status: number; body: Any }>;
  /** Gives every published target results, which are otherwise read an hour later: 12,345 views, 678 likes. */
  addResults(): Promise<void>;
  /** Runs a statement on the server's database, for what nobody can do through the API within a test. */
  sql(statement: string): Promise<unknown>;
  /** Stops the server for as long as `meanwhile` runs, and starts it again at the same address. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an app with an empty account, which listens, and a browser. `env` adds environment variables. */
export async function startDashboard(env: Record<string, string> = {}): Promise<Dashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-pages-"));
  const all = [...modules, ...plugins];
  const database = await freshDatabase(collectMigrations(all));
  const start = (port: string) =>
    startApp({}, all, {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      PORT: port,
      LOG_LEVEL: process.env.TEST_LOG ?? "error",
      ALLOW_HOSTS: "127.0.0.1",
      ...env,
    });
  let app: TestApp | undefined;
  let browser: Browser | undefined;
  const stop = async () => {
    await browser?.close();
    await app?.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    app = await start("0");
    const { origin, port } = await app.vireo.listen();
    // As `vireo people setup` does. A server prints the link to terminals only.
    const people = { host: { origin } } as Parameters<typeof createLink>[0];
    const { link } = await createLink(people, database.db, { purpose: "setup", hours: 1 });
    browser = await launchBrowser();
    return {
      origin,
      setUpLink: link,
      open: (options) => open(browser as Browser, origin, options),
      async api(method, path, body) {
        const response = await fetch(`${origin}/api/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return { status: response.status, body: await response.json().catch(() => undefined) };
      },
      async addResults() {
        const figures = "now() as measured_at, 12345, 678, 90, 12, 34, 56789, true";
        const targets = "social_targets t join social_posts p on p.id = t.post_id where t.status = 'published'";
        await database.sql.unsafe(`insert into social_metrics (target_id, account_id, measured_at,
            views, likes, comments, shares, saves, watch_seconds, is_simulated)
          select t.id, p.account_id, ${figures} from ${targets}`);
        await database.sql.unsafe(`insert into social_results (target_id, account_id, social_account_id, post_id, platform,
            published_at, hook, measured_at, views, likes, comments, shares, saves, watch_seconds, is_simulated)
          select t.id, p.account_id, t.social_account_id, p.id, t.platform, t.published_at, 'statement', ${figures}
          from ${targets}`);
      },
      sql: (statement) => database.sql.unsafe(statement),
      async restart(meanwhile) {
        await app?.stop();
        await meanwhile();
        app = await start(port);
        await app.vireo.listen();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    ...{ baseURL: origin, viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" },
    ...options,
  });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url} on ${page.url()})`);
  });
  return { page, errors };
}

/** Opens the setup link and creates the administrator. */
export async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  for (const [name, value] of Object.entries(PERSON)) await page.fill(`[name=${name}]`, value);
  await page.click("[type=submit]");
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
}

/** Makes the videos that a page asks for short and small, where the request is the subject: they take seconds to draw. */
export const generateSmall = (page: Page): Promise<unknown> =>
  page.route("**/api/v1/videos/generate", (route) => {
    const body = { ...route.request().postDataJSON(), duration: 3, resolution: "720p" };
    return route.continue({ postData: JSON.stringify(body) });
  });

/** Creates the administrator without the setup page, and opens Home. */
export async function signIn(page: Page, link: string): Promise<void> {
  const { origin, searchParams } = new URL(link);
  const response = await page.request.post(`${origin}/auth/setup`, {
    headers: { "x-vireo-dashboard": "1" },
    data: { ...PERSON, token: searchParams.get("token") },
  });
  if (!response.ok()) throw new Error("The administrator was not created.");
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
}

/**
 * Goes to another page as a link does, in a third of the time of loading it. The page is drawn anew, but data that was read
 * within the last seconds is not read again.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isSamePage = new URL(path, page.url()).pathname === new URL(page.url()).pathname;
  for (const to of isSamePage ? ["/nowhere", path] : [path]) {
    await page.evaluate(async (to) => {
      document.title = "";
      history.pushState(null, "", to);
      // Each page sets its title when it is drawn.
      while (document.title === "") await new Promise(requestAnimationFrame);
    }, to);
  }
}

/** Polls until a condition holds. */
export async function until<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (good(answer)) return answer;
    if (tries === 600) throw new Error(`Timed out. Last answer: ${JSON.stringify(answer)}`);
    await Bun.sleep(100);
  }
}

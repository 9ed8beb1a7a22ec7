/** Plug-ins in plain JavaScript with one mistake each: the start is refused, and the message names plug-in, file and member. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Module } from "#core/module";
import { modules } from "#modules/index";
import { startApp } from "#test/app";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-broken-plugins-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The kernel alone refuses these, before any resource group starts. */
const kernel: readonly Module[] = [];
const engine = "{ name: 'odd', models: [{ id: 'odd-1', title: 'Odd' }], create: async () => {} }";

const broken: [mistake: string, source: string, message: string, others?: readonly Module[]][] = [
  ["no start", "{ name: 'odd' }", "must have a module as its default export"],
  ["a name that is no name", "{ name: 'Odd One', start: () => ({}) }", 'has an invalid name. Use a-z, 0-9 and "-"'],
  ["another contract", "{ name: 'odd', contract: '9', start: () => ({}) }", "needs version 9 of the plug-in contract"],
  [
    "a misspelt fact",
    "{ name: 'odd', scope: ['odd:read'], start: () => ({}) }",
    "scope is unknown: did you mean scopes?",
  ],
  [
    "a fact of the wrong type",
    "{ name: 'odd', scopes: 'odd:read', start: () => ({}) }",
    'scopes must be an array, not "odd:read"',
  ],
  [
    "a price without a number",
    "{ name: 'odd', prices: { odd: { credits: '3', description: 'Odd' } }, start: () => ({}) }",
    'prices.odd.credits must be a whole number, not "3"',
  ],
  [
    "a price without a description",
    "{ name: 'odd', prices: { odd: { credits: 3 } }, start: () => ({}) }",
    "prices.odd.description is missing: it must be a string",
  ],
  [
    "a limit of zero",
    "{ name: 'odd', limits: { odd: 0 }, start: () => ({}) }",
    "limits.odd must be a whole number of at least 1, not 0",
  ],
  [
    "an error kind with a status that is no error",
    "{ name: 'odd', errors: { odd: { status: 200, title: 'Odd', help: 'Odd.' } }, start: () => ({}) }",
    "errors.odd.status must be a whole number of 400 to 599, not 200",
  ],
  [
    "an event with an undeclared scope",
    "{ name: 'odd', events: { 'odd.created': { scope: 'odd:read' } }, start: () => ({}) }",
    'names the scope odd:read in events["odd.created"].scope, which no module declares',
  ],
  [
    "an event of a route that does not exist",
    "{ name: 'odd', scopes: ['odd:read'], events: { 'odd.created': { scope: 'odd:read', route: 'GET /odd/:id' } }, start: () => ({}) }",
    'events["odd.created"].route is GET /odd/:id, which is not a route of any module',
  ],
  [
    "a role for an undeclared scope",
    "{ name: 'odd', roles: { 'odd:write': 'editor' }, start: () => ({}) }",
    "names the scope odd:write in roles",
  ],
  [
    "an undeclared scope that another includes",
    "{ name: 'odd', scopes: ['odd:write'], implies: { 'odd:write': ['odd:draft'] }, start: () => ({}) }",
    "names the scope odd:draft in implies",
  ],
  [
    "a role that does not exist",
    "{ name: 'odd', scopes: ['odd:write'], roles: { 'odd:write': 'owner' }, start: () => ({}) }",
    'roles.odd:write must be one of "viewer", "editor", "publisher", "manager", "admin", not "owner"',
  ],
  [
    "a slot with an undeclared price",
    "{ name: 'odd', slots: { odd: { price: 'odd' } }, start: () => ({}) }",
    "names the price odd in slots.odd.price",
  ],
  [
    "a migration without up",
    "{ name: 'odd', migrations: { '001_odd': {} }, start: () => ({}) }",
    "migrations.001_odd.up is missing: it must be a function",
  ],
  [
    "a command without run",
    "{ name: 'odd', commands: [{ name: 'odd', summary: 'Odd' }], start: () => ({}) }",
    "commands.0.run is missing: it must be a function",
  ],
  [
    "a child task that is no function",
    "{ name: 'odd', children: { draw: {} }, start: () => ({}) }",
    "children.draw must be a function, not {}",
  ],
  [
    "settings that are values",
    "{ name: 'odd', settings: { days: 7 }, start: () => ({}) }",
    'settings.type is missing: it must be "object"',
  ],
  [
    "a page that no route serves",
    "{ name: 'odd', page: { title: 'Odd', path: '/page.js' }, start: ({ router }) => ({ open: router().get('/pages.js', () => '') }) }",
    "page.path is /page.js, which none of its open routes serves. Its open routes: /pages.js.",
  ],
  ["a start that returns nothing", "{ name: 'odd', start() {} }", "it must be an object"],
  [
    "a misspelt result of start",
    "{ name: 'odd', start: () => ({ route: 1 }) }",
    "route is unknown: did you mean routes?",
  ],
  [
    "routes that are no router",
    "{ name: 'odd', start: () => ({ routes: [] }) }",
    "routes must be an Elysia router, such as router(), not []",
  ],
  [
    "a job without run",
    "{ name: 'odd', start: () => ({ jobs: { send: { concurrency: 2 } } }) }",
    "jobs.send.run is missing: it must be a function",
  ],
  [
    "a schedule without run",
    "{ name: 'odd', start: () => ({ schedules: { tidy: { cron: '0 3 * * *' } } }) }",
    "schedules.tidy.run is missing: it must be a function",
  ],
  [
    "a bad cron pattern",
    "{ name: 'odd', start: () => ({ schedules: { tidy: { cron: 'daily', run() {} } } }) }",
    'has an invalid cron pattern "daily" in its schedule tidy',
  ],
  [
    "work without a due time",
    "{ name: 'odd', start: () => ({ work: { send: { concurrency: 1, claim() {}, run() {} } } }) }",
    "work.send.due is missing: it must be SQL",
  ],
  [
    "a route with an undeclared scope",
    "{ name: 'odd', start: ({ router }) => ({ routes: router().get('', () => '', { auth: 'odd:read' }) }) }",
    "uses the scope odd:read in GET /api/v1/odd, which no module declares",
  ],
  [
    "a vendor's rate with other members",
    "{ name: 'odd', start() { createVendor({ title: 'Odd', baseUrl: 'https://odd.example', headers: {}, secrets: [], keyName: 'KEY', createRate: { count: 5, ms: 1000 } }); return {}; } }",
    "createRate.calls is missing: it must be a whole number of at least 1; createRate.perMs is missing",
  ],
  [
    "a slot that does not exist",
    `{ name: 'odd', start: () => ({ engines: { imgae: ${engine} } }) }`,
    "has an engine for the slot imgae, which no module declares. Did you mean image?",
    modules,
  ],
  [
    "an engine without create and models",
    "{ name: 'odd', start: () => ({ engines: { image: { name: 'odd' } } }) }",
    "engines.image.models is missing: it must be an array; engines.image.create is missing: it must be a function",
    modules,
  ],
  [
    "an engine whose name is no name",
    `{ name: 'odd', start: () => ({ engines: { image: { ...${engine}, name: 'Odd 1' } } }) }`,
    'engines.image.name must be a name of a-z, 0-9 and "-", not "Odd 1"',
    modules,
  ],
  [
    "a model without a title",
    `{ name: 'odd', start: () => ({ engines: { video: { ...${engine}, models: [{ id: 'odd-1' }] } } }) }`,
    "engines.video.models.0.title is missing",
    modules,
  ],
  [
    "a model whose default duration is out of range",
    `{ name: 'odd', start: () => ({ engines: { video: { ...${engine}, models: [{ id: 'odd-1', title: 'Odd', duration: { min: 5, max: 8, default: 10 } }] } } }) }`,
    "the model odd-1, whose default duration is outside its range",
    modules,
  ],
  [
    "a contract that is a number",
    "{ name: 'odd', contract: 1, start: () => ({}) }",
    "contract must be a string, not 1",
  ],
  [
    "the name of another module",
    "{ name: 'odd', start: () => ({}) }",
    "Two modules are named odd. The module odd is one. The plug-in odd",
    [{ name: "odd", start: () => ({}) }],
  ],
  ["a need of itself", "{ name: 'odd', needs: ['odd'], start: () => ({}) }", "in a circle: odd → odd."],
  [
    "a route twice",
    "{ name: 'odd', start: ({ router }) => ({ routes: router().get('/:a', () => '', { auth: 'any' }).get('/:b', () => '', { auth: 'any' }) }) }",
    "has the route GET /api/v1/odd/:b twice",
  ],
  [
    "a cost that is no list",
    "{ name: 'odd', prices: { odd: { credits: 1, description: 'Odd' } }, start: ({ router }) => ({ routes: router().get('', () => '', { auth: 'any', cost: 'odd' }) }) }",
    'cost of GET /api/v1/odd must be an array, not "odd"',
  ],
  [
    "a variable that is no name",
    "{ name: 'odd', settings: { type: 'object', properties: { days: { type: 'integer', env: 5 } } }, start: () => ({}) }",
    "settings.days.env is 5. Name a variable, such as NOTES_URL",
  ],
  [
    "a variable of the server",
    "{ name: 'odd', settings: { type: 'object', properties: { days: { type: 'integer', env: 'PORT' } } }, start: () => ({}) }",
    "settings.days.env is PORT, which the server reads for itself",
  ],
  [
    "a change until an unknown version",
    "{ name: 'odd', changes: [{ until: '2099-01-01', route: 'GET /odd' }], start: () => ({}) }",
    "changes.0.until must be 2026-03-06 or 2025-11-10, not 2099-01-01",
  ],
  [
    "a change of a route that does not exist",
    "{ name: 'odd', changes: [{ until: '2026-03-06', route: 'GET /odd' }], start: () => ({}) }",
    "changes.0.route is GET /odd, which is not a route of any module",
  ],
  [
    "a provider whose rates have other members",
    "{ name: 'odd', start: () => ({ engines: { social: { name: 'odd', accounts() {}, publish() {}, find() {}, pace: [{ calls: 5, perMs: 1000 }] } } }) }",
    "engines.social.pace.0.count is missing: it must be a whole number of at least 1",
    modules,
  ],
];

test.each(broken)("%s", async (mistake, source, message, others = kernel) => {
  const path = join(folder, `${mistake.replaceAll(" ", "-")}.js`);
  await Bun.write(path, `import { createVendor } from "vireo/vendor";\nexport default ${source};\n`);
  const app = startApp({ plugins: [path] }, others);
  const refusal = await app.then(
    async ({ stop }) => {
      await stop();
      return "started";
    },
    (error: Error) => error.message,
  );
  expect(refusal).toContain(message);
  expect(refusal).toMatch(/odd|must have a module/i);
  expect(refusal).toContain(path);
});

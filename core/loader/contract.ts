/** The shapes of everything that a module declares and returns; the interfaces describe each member. */
import { Type } from "@sinclair/typebox";
import type { Migration } from "kysely/migration";
import { roles } from "#core/access/roles";
import type { Command, CommandArgument, CommandOption } from "#core/command";
import type { EventFact, PriceFact, SlotFact, TemplateFact, TemplateField } from "#core/facts";
import type { GenerationKind } from "#core/generations/generation";
import type { JobHandler } from "#core/jobs/jobs";
import type { Module, Started } from "#core/module";
import type { ErrorFact } from "#core/request/errors";
import type { Reshape, VersionChange } from "#core/request/versions";
import type { SecretColumn } from "#core/secrets/columns";
import { Count, closedShapeOf, Method, optional, Routes, recordOf, SqlExpression, shapeOf, Texts } from "#core/shape";
import type { HeldRows } from "#core/work/holders";
import type { Schedule } from "#core/work/schedules";
import type { WorkKind } from "#core/work/work";

const Text = Type.String();
const Flag = Type.Boolean();
const oneOf = (values: readonly (string | boolean)[]) => Type.Union(values.map((value) => Type.Literal(value)));
const Path = Type.String({ pattern: "^/", expected: "a path that starts with /" });

const Event = closedShapeOf<EventFact>({ scope: Text, route: optional(Text) });

const Price = closedShapeOf<PriceFact>({
  credits: Type.Integer({ minimum: 0 }),
  description: Text,
  per: optional(oneOf(["call", "second"])),
});

const ErrorKind = closedShapeOf<ErrorFact>({
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  title: Text,
  help: Text,
  example: optional(recordOf(Type.Unknown())),
  documented: optional(Flag),
});

const Slot = closedShapeOf<SlotFact>({
  price: optional(Text),
  per: optional(Text),
  missing: optional(Text),
  engine: optional(Type.Object({ properties: recordOf(Type.Unknown()) }, { expected: "a schema" })),
});

const Scalar = Type.Union([Text, Type.Number(), Flag], { expected: "a string, a number, or true or false" });
const Template = closedShapeOf<TemplateFact>({
  name: Text,
  description: optional(Text),
  kind: Text,
  fields: Type.Array(
    closedShapeOf<TemplateField>({
      name: Text,
      type: Text,
      label: optional(Text),
      required: optional(Flag),
      default: optional(Scalar),
      maxLength: optional(Count),
      example: optional(Scalar),
      options: optional(Texts),
    }),
  ),
  body: recordOf(Type.Unknown()),
});

const Secret = closedShapeOf<SecretColumn>({
  table: Text,
  column: Text,
  purpose: Text,
  clear: optional(Type.Object({ test: Method }, { expected: "a regular expression" })),
  renew: optional(Method),
  lost: optional(Text),
});

const Change = closedShapeOf<VersionChange>({
  until: Text,
  route: Text,
  request: optional(Method),
  response: optional(
    Type.Array(
      closedShapeOf<Reshape>({ at: Text, rename: recordOf(Type.Union([Text, Texts])), rawIds: optional(Texts) }),
    ),
  ),
});

const CommandShape = closedShapeOf<Command>({
  name: Text,
  summary: Text,
  description: optional(Text),
  arguments: optional(
    Type.Array(closedShapeOf<CommandArgument>({ name: Text, description: Text, optional: optional(Flag) })),
  ),
  options: optional(
    recordOf(
      closedShapeOf<CommandOption>({
        type: oneOf(["text", "integer", "boolean"]),
        value: optional(Text),
        description: Text,
        required: optional(Flag),
        repeatable: optional(Flag),
      }),
    ),
  ),
  examples: optional(Texts),
  isHidden: optional(Flag),
  isPlain: optional(Flag),
  creates: optional(oneOf(["anywhere", "database"])),
  run: Method,
});

/** Facts of a module. */
export const ModuleShape = closedShapeOf<Module>({
  name: Text,
  prefix: optional(Text),
  openPrefix: optional(Text),
  contract: optional(Text),
  description: optional(Text),
  settings: optional(
    Type.Object(
      { type: Type.Literal("object"), properties: recordOf(Type.Unknown()) },
      { expected: 'a schema of the type "object"' },
    ),
  ),
  restartable: optional(Flag),
  fills: optional(Texts),
  keysAt: optional(Text),
  title: optional(Text),
  tags: optional(recordOf(Type.Object({ description: Text, paths: Texts }))),
  scopes: optional(Texts),
  roles: optional(recordOf(oneOf(roles))),
  implies: optional(recordOf(Texts)),
  events: optional(recordOf(Event)),
  prices: optional(recordOf(Price)),
  limits: optional(recordOf(Count)),
  errors: optional(recordOf(ErrorKind)),
  audited: optional(Texts),
  templates: optional(recordOf(Template)),
  slots: optional(recordOf(Slot)),
  needs: optional(Texts),
  uses: optional(Texts),
  migrations: optional(recordOf(shapeOf<Migration>({ up: Method, down: optional(Method) }))),
  secrets: optional(Type.Array(Secret)),
  rebuilt: optional(Texts),
  restored: optional(Method),
  changes: optional(Type.Array(Change)),
  examples: optional(Method),
  page: optional(Type.Object({ title: Text, path: Path })),
  commands: optional(Type.Array(CommandShape)),
  children: optional(recordOf(Method)),
  start: Method,
});

const Job = closedShapeOf<JobHandler>({
  concurrency: optional(Count),
  perAccount: optional(Count),
  retryLimit: optional(Type.Integer({ minimum: 0 })),
  retryDelay: optional(Type.Integer({ minimum: 0 })),
  timeout: optional(Count),
  run: Method,
});

const ScheduleShape = closedShapeOf<Schedule>({ cron: Text, run: Method, due: optional(Text) });

const Work = shapeOf<WorkKind>({
  concurrency: Count,
  due: SqlExpression,
  backlog: optional(SqlExpression),
  claim: Method,
  run: Method,
  renew: optional(Method),
  recover: optional(Method),
  held: optional(shapeOf<HeldRows>({ release: Method, disown: Method })),
  alone: optional(Type.Object({ pauseMs: Method })),
});

const Kind = shapeOf<GenerationKind>({
  kind: Text,
  slot: Text,
  otherSlots: optional(Texts),
  prefix: Text,
  noun: optional(Text),
  produces: oneOf(["image", "video", "audio", "facts"]),
  prepare: optional(Method),
  check: optional(Method),
  refine: optional(Method),
  present: Method,
  onCompleted: optional(Method),
  findSecondCall: optional(Method),
  settleWithout: optional(Method),
  isPaidFor: optional(Method),
  events: closedShapeOf<GenerationKind["events"]>({ completed: Text, failed: optional(Text) }),
});

/** What `start` returns. Engines are checked by the shapes of their slots. */
export const StartedShape = closedShapeOf<Started>({
  routes: optional(Routes),
  open: optional(Routes),
  identify: optional(Method),
  notices: optional(Method),
  service: optional(Type.Unknown()),
  kinds: optional(Type.Array(Kind)),
  engines: optional(recordOf(Type.Unknown())),
  work: optional(recordOf(Work)),
  jobs: optional(recordOf(Job)),
  schedules: optional(recordOf(ScheduleShape)),
  checks: optional(recordOf(Method)),
  convertPicture: optional(Method),
  closeAccount: optional(Method),
  stop: optional(Method),
});

/**
 * Shapes of what plug-ins return, as schemas: members of the contract are checked when a plug-in is loaded, also if it is
 * written in plain JavaScript. `shapeOf` ties each schema to its interface.
 */
import { Kind, type OptionalKind, type TObject, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";

TypeRegistry.Set("Method", (_, value) => typeof value === "function");
TypeRegistry.Set("Router", (_, value) => Array.isArray((value as { routes?: unknown } | undefined)?.routes));

/** A function. */
export const Method = Type.Unsafe<unknown>({ [Kind]: "Method", expected: "a function" });
/** An Elysia router. */
export const Routes = Type.Unsafe<unknown>({ [Kind]: "Router", expected: "an Elysia router, such as router()" });
/** A Kysely expression of SQL. */
export const SqlExpression = Type.Object({ toOperationNode: Method }, { expected: "SQL, made with sql`…`" });

export const Count = Type.Integer({ minimum: 1 });
export const Texts = Type.Array(Type.String());
export const recordOf = (schema: TSchema) => Type.Record(Type.String(), schema);
export const optional = Type.Optional;

type OptionalSchema = TSchema & { [OptionalKind]: "Optional" };
/** A schema for every member of an interface, optional for optional members. */
export type Members<T> = { [K in keyof T]-?: object extends Pick<T, K> ? OptionalSchema : TSchema };

/** The shape of an interface that may have further members, such as an engine's own. */
export const shapeOf = <T>(members: Members<T>, options: { expected?: string } = {}): TObject =>
  Type.Object(members, options);

/** The shape of data whose members are all known. A misspelt one would be ignored silently. */
export const closedShapeOf = <T>(members: Members<T>): TObject => Type.Object(members, { additionalProperties: false });

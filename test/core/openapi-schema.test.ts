import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { type AnyElysia, Elysia, t } from "elysia";
import { Closed, OneOf, QueryInt, Text } from "#core/http/schema";
import { createBaseLookup } from "#core/openapi/route";
import { createSchemas, toPlain } from "#core/openapi/schema";

/** A schema as the document shows it: described by the plug-in, then tidied by us. */
function document(schema: unknown) {
  const app = new Elysia().get("/", () => null as never, { response: { 200: schema as never } });
  const base = createBaseLookup(app as unknown as AnyElysia)("GET", "/");
  const [content] = Object.values(base?.responses?.[200]?.content ?? {});
  return toPlain(content?.schema);
}

describe("a schema in the document", () => {
  test.each([
    ["text", Text({ minLength: 1, maxLength: 9 }), { type: "string", minLength: 1, maxLength: 9 }],
    ["a choice", OneOf(["a", "b"]), { type: "string", enum: ["a", "b"] }],
    ["a number of the query", QueryInt({ minimum: 1, maximum: 50 }), { type: "integer", minimum: 1, maximum: 50 }],
    ["literals", Type.Union([Type.Literal("a"), Type.Literal("b")]), { type: "string", enum: ["a", "b"] }],
    ["a nullable string", Type.Union([Type.String(), Type.Null()]), { type: ["string", "null"] }],
    [
      "a nullable choice",
      Type.Union([OneOf(["a"]), Type.Null()], { description: "d" }),
      { type: ["string", "null"], enum: ["a", null], description: "d" },
    ],
    ["a map", Type.Record(Type.String(), Type.Number()), { type: "object", additionalProperties: { type: "number" } }],
    ["the framework's integer", t.Integer({ minimum: 2 }), { type: "integer", minimum: 2 }],
    ["the framework's numeric", t.Numeric({ maximum: 3 }), { type: "number", maximum: 3 }],
    ["either of two", Type.Union([Type.String(), Type.Number()]), { anyOf: [{ type: "string" }, { type: "number" }] }],
  ])("%s is toPlain JSON Schema", (_, schema, expected) => {
    expect(document(schema)).toEqual(expected);
  });

  test("keeps a property whose name is a keyword", () => {
    const schema = Closed({ default: Type.Boolean(), anyOf: Type.Optional(Type.String()) });
    expect(document(schema).properties).toEqual({ default: { type: "boolean" }, anyOf: { type: "string" } });
  });

  test("is closed where the API refuses unknown fields", () => {
    expect(document(Closed({ a: Text() }))).toEqual({
      type: "object",
      additionalProperties: false,
      required: ["a"],
      properties: { a: { type: "string" } },
    });
  });
});

describe("named schemas", () => {
  const Inner = Closed({ version: Type.Integer() });
  const Video = Closed({ videoId: Type.String(), versions: Type.Array(Inner) });
  const hints = (name: string) => ({ names: [name], prefix: name });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  test("an object inside another is a component named after both", () => {
    const schemas = createSchemas();
    expect(schemas.refer(toPlain(Video), hints("Video"))).toEqual(ref("Video"));
    expect(Object.keys(schemas.all())).toEqual(["Video", "VideoVersion"]);
    expect(schemas.all().Video?.properties).toMatchObject({
      versions: { type: "array", items: ref("VideoVersion") },
    });
  });

  test("equal answers share one name, different ones never do", () => {
    const schemas = createSchemas();
    schemas.refer(toPlain(Video), hints("Video"));
    expect(schemas.refer(toPlain(Video), hints("Clip"))).toEqual(ref("Video"));
    expect(schemas.refer(toPlain(Inner), hints("Video"))).toEqual(ref("VideoVersion"));
    expect(schemas.refer(toPlain(Closed({ x: Text() })), hints("Video"))).toEqual(ref("Video2"));
  });

  test("requests that happen to be equal keep names of their own", () => {
    const schemas = createSchemas();
    const body = Closed({ name: Text() });
    const own = (name: string) => schemas.refer(toPlain(body), { ...hints(name), share: false });
    expect([own("CreateStyleRequest"), own("CreatePersonaRequest")]).toEqual([
      ref("CreateStyleRequest"),
      ref("CreatePersonaRequest"),
    ]);
  });

  test("a name given as $id is used, and does not leak", () => {
    const schemas = createSchemas();
    const named = Closed({ url: Type.String() }, { $id: "EditResult" });
    expect(schemas.refer(toPlain(named), hints("AddCaptionsResponse"))).toEqual(ref("EditResult"));
    expect(JSON.stringify(schemas.all())).not.toContain("$id");
  });
});

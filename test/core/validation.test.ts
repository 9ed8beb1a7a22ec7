import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Closed, OneOf, Text } from "#core/http/schema";
import { listFieldErrors } from "#core/validation";

const email = Text({ maxLength: 20, pattern: "^\\S+@\\S+$", description: "Email address, such as ann@example.com." });
const query = Text({ maxLength: 5, pattern: "\\S", description: "Search text." });
const check = TypeCompiler.Compile(Closed({ email, query }));
const explain = (body: unknown) => ({ ...listFieldErrors(check.Errors(body), "body") });

test("text in the wrong format is refused with the format, as one sentence", () => {
  expect(explain({ email: "ann", query: " " })).toEqual({
    email: ["Must be a string in this format: email address, such as ann@example.com."],
    query: ["Must be a string that is not blank."],
  });
});

test("text that is too long is refused with the limit", () => {
  expect(explain({ email: `${"a".repeat(20)}@x`, query: "123456" })).toEqual({
    email: ["Must be a string of at most 20 characters."],
    query: ["Must be a string of at most 5 characters."],
  });
});

test("an object that is none of several kinds is refused with the names of the kinds", () => {
  const circle = Closed({ type: OneOf(["circle"]), radius: Type.Number() });
  const square = Closed({ type: OneOf(["square"]), side: Type.Number() });
  const kept = Closed({ id: Type.String() });
  const shapes = TypeCompiler.Compile(Closed({ shapes: Type.Array(Type.Union([circle, square, kept])) }));
  const errors = (shape: unknown) => ({ ...listFieldErrors(shapes.Errors({ shapes: [shape] }), "body") });
  const kinds = { "shapes.0.type": ["Must be one of circle, square."] };
  for (const shape of [{ type: "cube", side: 2 }, { id: "a", side: 2 }, { side: 2 }, {}])
    expect(errors(shape)).toEqual(kinds);
  expect(errors({ type: "square" })).toEqual({ "shapes.0.side": ["This field is required."] });
  expect(errors({ id: 5 })).toEqual({ "shapes.0.id": ["Must be a string."] });
  expect(Object.keys(errors("cube"))).toEqual(["shapes.0"]);
});

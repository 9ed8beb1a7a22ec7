import { expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Closed, Text } from "#core/http/schema";
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

import type { FontFile } from "vireo/brief";
import type { Videos } from "./context";

/** Finds the account's own font named by `fontFamily`. Undefined for the engine's families. Throws ApiError. */
export async function findFont(
  { services }: Videos,
  accountId: string,
  name: string | undefined,
  field = "fontFamily",
): Promise<{ font?: FontFile }> {
  const font = name === undefined ? undefined : await services.content?.font(accountId, name, field);
  return font ? { font } : {};
}

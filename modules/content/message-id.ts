import type { Database } from "vireo/database";
import { toUuid } from "vireo/ids";
import { message } from "./content-types";
import { findRow, type Row } from "./store";

const FORM = new RegExp(`^${message.prefix}_[0-9a-z]{26}$`);

/** True if a value has the format of a message id. Such a value is never treated as free text. */
export const isMessageId = (value: unknown): value is string => typeof value === "string" && FORM.test(value);

export async function findMessage(db: Database, accountId: string, id: string): Promise<Row | undefined> {
  const uuid = toUuid(message.prefix, id);
  return uuid ? findRow(db, accountId, message.type, uuid) : undefined;
}

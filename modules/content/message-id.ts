import { toUuid } from "vireo/ids";
import { message } from "./groups";
import type { Row, Store } from "./store";

const FORM = new RegExp(`^${message.prefix}_[0-9a-z]{26}$`);

/** Whether a value has the form of a message's id. Such a text is never taken for free text, known or not. */
export const isMessageId = (value: string | string[] | undefined): value is string =>
  typeof value === "string" && FORM.test(value);

export async function findMessage(store: Store, accountId: string, id: string): Promise<Row | undefined> {
  const uuid = toUuid(message.prefix, id);
  return uuid ? store.find(accountId, message.type, uuid) : undefined;
}

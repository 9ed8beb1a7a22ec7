/** Transactions that are retried after a serialisation failure. */
export { transact } from "#db/transaction";

/** Transactions that are retried after a serialisation failure, and locks that they hold. */
export { lockUntilEnd, transact } from "#db/transaction";

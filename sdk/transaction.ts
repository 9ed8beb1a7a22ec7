export { transact } from "#db/transaction";

/** Secrets in the database, encrypted with a key that is kept outside it. */
export type { SecretColumn } from "#core/secrets/columns";
export { SecretError } from "#core/secrets/error";
export type { Secrets } from "#core/secrets/vault";

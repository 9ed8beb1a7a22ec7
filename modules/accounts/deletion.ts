import type { Access } from "vireo/access";

const DAY_MS = 86_400_000;

/** Schedules the deletion of accounts, for the API and the command line. */
export class AccountDeletion {
  readonly #access: Access;
  readonly #graceDays: number;

  constructor(access: Access, graceDays: number) {
    this.#access = access;
    this.#graceDays = graceDays;
  }

  /**
   * Suspends an account and deletes it after `days`, by default the configured number.
   * @param by caller of the request, whose own account cannot be deleted.
   */
  schedule(accountId: string, days = this.#graceDays, by?: string) {
    return this.#access.scheduleDeletion(accountId, days * DAY_MS, by);
  }
}

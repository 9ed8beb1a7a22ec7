/** A request that got no usable answer. Its message is fit for people, and holds no secret. */
export class CallError extends Error {
  /** False only where it is certain that nothing left this machine. */
  readonly isSent: boolean;
  /** The status of the answer, where one came. */
  readonly status: number | undefined;
  constructor(message: string, { isSent = true, status }: { isSent?: boolean; status?: number } = {}) {
    super(message);
    this.name = "CallError";
    this.isSent = isSent;
    this.status = status;
  }
}

/** Faults of a new connection before it stood. */
const UNSENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ConnectionRefused"]);

export const isUnsent = (error: unknown): boolean =>
  error instanceof Error && UNSENT.has(String((error as { code?: unknown }).code));

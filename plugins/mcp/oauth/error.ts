/** An OAuth error (RFC 6749 §5.2), for programs. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

export const respondError = (error: unknown): Response => {
  if (!(error instanceof OAuthError)) throw error;
  const headers = { "cache-control": "no-store" };
  return Response.json({ error: error.code, error_description: error.message }, { status: 400, headers });
};

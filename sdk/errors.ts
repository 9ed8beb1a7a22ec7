/** Errors that become problem responses: `throw notFound("note")`. */

export { ApiError, type FieldErrors, invalid, notFound, unauthorized } from "#core/request/errors";
export { findUnstorable, listFieldErrors, validationError } from "#core/validation";

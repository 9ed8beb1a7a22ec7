/** Errors that become problem responses: `throw notFound("note")`. */
export { findUnstorable, listFieldErrors, validationError } from "#core/http/validation";
export { ApiError, type FieldErrors, invalid, notFound, unauthorized } from "#core/request/errors";

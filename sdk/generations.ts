/** Asynchronous work: its life cycle, and the routes and schemas that kinds of generations share. */

export { type Generation, type GenerationKind, NO_ENGINE } from "#core/generations/generation";
export type { Choice, Generations, Submission, Submitter } from "#core/generations/generations";
export { LabelBody, LibraryQuery, labelFields, presentLabels } from "#core/generations/labels";
export { addResourceRoutes, type GenerationResource } from "#core/generations/resource-routes";
export {
  accept,
  CANCELS,
  checkUrls,
  common,
  fit,
  GenerationQuery,
  presentCommon,
  presentStart,
  review,
  StartOf,
  Status,
} from "#core/generations/schema";

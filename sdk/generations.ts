export type { Choice, Generation, GenerationKind, Generations } from "#core/generations/generations";
export {
  accept,
  checkUrls,
  common,
  fit,
  GenerationList,
  GenerationQuery,
  presentCommon,
  presentStart,
  review,
  StartOf,
  Status,
} from "#core/generations/routes";

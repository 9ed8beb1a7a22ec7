export type { Generation, GenerationKind, Generations } from "#core/generations/generations";
export {
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

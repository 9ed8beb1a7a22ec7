export { type BriefIds, type BriefSource, briefFields, messagingField, resolveBrief } from "#core/generations/brief";

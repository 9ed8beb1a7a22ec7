export { latest, type Reshape, type Version, type VersionChange, versions } from "#core/request/versions";

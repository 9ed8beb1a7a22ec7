/** API versions, and conversions between them. */
export { latest, type Reshape, type Version, type VersionChange, versions } from "#core/request/versions";

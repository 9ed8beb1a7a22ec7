/** Native libraries and temporary folders, from source and in the compiled binary. */
export { isCompiled } from "#core/process/compiled";
export { setNativeEnv } from "#core/process/native-env";
export { lacks, nativePath, unpacked } from "#core/process/natives";
export { withFolder } from "#core/process/temp-folder";

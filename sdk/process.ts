/** Native libraries, temporary folders and queues of heavy work, from source and in the compiled binary. */
export { FairQueue } from "#core/fair-queue";
export { isCompiled } from "#core/process/compiled";
export { setNativeEnv } from "#core/process/native-env";
export { trimNativeHeap } from "#core/process/native-heap";
export { lacks, nativePath, unpacked } from "#core/process/natives";
export { withFolder } from "#core/process/temp-folder";

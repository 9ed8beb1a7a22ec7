import { afterAll } from "bun:test";
import { stopCluster } from "#test/db/cluster";

// Preloaded: this runs once, after the last test file.
afterAll(stopCluster);

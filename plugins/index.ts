import type { Module } from "#core/module";
import { embedder } from "./embedder";
import { local } from "./local";
import { postiz } from "./postiz";
import { sandbox } from "./sandbox";
import { zernio } from "./zernio";

export const plugins: readonly Module[] = [local, embedder, sandbox, postiz, zernio];

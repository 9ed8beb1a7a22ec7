import type { TObject } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import type { Context } from "vireo/module";
import type { TemplateKind, TemplateTarget } from "vireo/templates";

/** What a kind of template is filled into. */
export interface Target extends TemplateTarget {
  /** Compiles the schema at the first use. */
  getCheck(): TypeCheck<TObject>;
}

/** The module's context with its shared state. */
export interface TemplateStore extends Context {
  /** Kinds that modules accept. */
  targets: Map<TemplateKind, Target>;
}

import { type ComponentType, createElement, lazy, Suspense } from "react";

/** Dialog that is loaded when it first opens, so that pages load faster. */
export function lazyDialog<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Dialog = lazy(load) as ComponentType<Props>;
  return (props: Props) => <Suspense fallback={null}>{createElement(Dialog, props)}</Suspense>;
}

import { type ComponentType, createElement, lazy, Suspense } from "react";

/** A dialog that is loaded when it first opens. Pages appear sooner without forms that few people open. */
export function lazyDialog<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Dialog = lazy(load) as ComponentType<Props>;
  return (props: Props) => <Suspense fallback={null}>{createElement(Dialog, props)}</Suspense>;
}

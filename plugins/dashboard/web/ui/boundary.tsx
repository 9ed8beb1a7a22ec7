import { Component, type ReactNode } from "react";
import { Failure } from "./failure";

/** Keeps an error in a page from breaking the navigation. Navigating to another path clears it. */
export class Boundary extends Component<{ children: ReactNode }, { error?: unknown; path?: string }> {
  override state: { error?: unknown; path?: string } = {};
  static getDerivedStateFromError(error: unknown) {
    return { error, path: location.pathname };
  }
  override componentDidUpdate() {
    if (this.state.error && this.state.path !== location.pathname) this.setState({ error: undefined });
  }
  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Failure error={error} retry={() => this.setState({ error: undefined })} />;
  }
}

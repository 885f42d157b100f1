import { type Component, options, type VNode } from "preact";

interface MountedNode extends VNode {
  /** Its component, by the name that Preact's builds give it. */
  __c?: Component | null;
}

/**
 * What has left the page is not rendered again: when a Suspense boundary resolves, Preact forces an update of all that had suspended
 * in it, and fails at those that were unmounted in the meantime, such as cards of a feed that a search replaces during hydration.
 *
 * @see docs/decisions/0026-preact.md
 */
export function ignoreUnmounted(): void {
  const { unmount } = options;
  options.unmount = (node: MountedNode) => {
    if (node.__c) node.__c.forceUpdate = () => undefined;
    unmount?.(node);
  };
}

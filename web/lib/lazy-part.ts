import { createElement, type FunctionComponent, type ReactNode, use } from "react";

type PropsOf<Component> = Component extends (props: infer Props extends object) => unknown ? Props : never;

type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Loads the code; undefined if it is there. Never rejects: what is rendered without its code loads it again. */
  preload: () => Promise<void> | undefined;
};

/** Longer than it takes to render again what waited for the code. */
const heldMs = 1_000;

/**
 * A component whose code is loaded when it is first rendered, or before. A failure is thrown to the error boundary, and the next
 * rendering tries again: React's `lazy` never does, and the router's `lazyRouteComponent` reloads the page under its member.
 *
 * @param load Imports the module.
 * @param name The module's export.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  let part: FunctionComponent<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failure: Error | undefined;
  let isAwaited = false;

  const preload = () => {
    if (part || loading) return loading;
    failure = undefined;
    loading = load()
      .then(
        (module) => {
          part = module[name] as FunctionComponent<Props>;
        },
        (error: Error) => {
          if (!isAwaited) return;
          failure = error;
          // What waited for it may have left the screen: it is none of a later rendering then.
          setTimeout(() => (failure = undefined), heldMs);
        },
      )
      .finally(() => {
        loading = undefined;
        isAwaited = false;
      });
    return loading;
  };

  function LazyPart(props: Props) {
    if (!part) {
      const error = failure;
      failure = undefined;
      if (error) throw error;
      isAwaited = true;
      const code = preload();
      if (code) use(code);
    }
    return part ? createElement<Props>(part, props) : null;
  }
  return Object.assign(LazyPart, { preload });
}

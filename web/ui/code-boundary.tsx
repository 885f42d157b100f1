import clsx from "clsx";
import { Component, type ReactNode, Suspense, useLayoutEffect } from "react";
import { isCodeFailure } from "#web/lib/code-failure.ts";
import { endHydration } from "#web/lib/hydration/hydration.ts";
import { RetryButton } from "./retry-button.tsx";

interface CodeBoundaryProps {
  /** Shown until the code is there. */
  fallback?: ReactNode;
  /** Removes the part, where nothing is to be shown in its place. */
  onFailure?: () => void;
  /** Of the line that tells the failure. */
  failureClass?: string | undefined;
  children: ReactNode;
}

interface CodeBoundaryState {
  error?: Error | undefined;
  isRetried?: boolean;
}

/**
 * Around a part of a screen whose code loads later than the screen. If that fails, a line in its place says so and offers to try again;
 * the rest of the screen, and what has been typed there, stays. Other errors are shown by the screen.
 */
export class CodeBoundary extends Component<CodeBoundaryProps, CodeBoundaryState> {
  override state: CodeBoundaryState = {};

  static getDerivedStateFromError = (error: Error) => ({ error });

  override componentDidCatch(error: Error): void {
    if (isCodeFailure(error)) this.props.onFailure?.();
  }

  override render(): ReactNode {
    const { fallback, onFailure, failureClass, children } = this.props;
    const { error, isRetried = false } = this.state;
    if (!error) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (!isCodeFailure(error)) throw error;
    return onFailure ? null : (
      <CodeFailure
        className={failureClass}
        isReloadDue={isRetried && navigator.onLine}
        onRetry={() => this.setState({ error: undefined, isRetried: true })}
      />
    );
  }
}

interface CodeFailureProps {
  className: string | undefined;
  /**
   * A release may have removed the file since the page was opened, and Chrome fails an import at once that has failed before
   * (github.com/whatwg/html/pull/10327).
   */
  isReloadDue: boolean;
  onRetry: () => void;
}

function CodeFailure({ className, isReloadDue, onRetry }: CodeFailureProps) {
  // What was served in its place is gone.
  useLayoutEffect(() => endHydration(null), []);
  return (
    <p role="alert" className={clsx("flex flex-wrap items-center text-fine text-muted", className)}>
      This part didn't load.
      <RetryButton look="quiet" size="small" onClick={isReloadDue ? () => location.reload() : onRetry}>
        {isReloadDue ? "Reload page" : undefined}
      </RetryButton>
    </p>
  );
}

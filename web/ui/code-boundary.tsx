import clsx from "clsx";
import { Component, type ReactNode, Suspense, useLayoutEffect } from "react";
import { isCodeFailure, reloadOffer } from "#web/lib/code-failure.ts";
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

/**
 * Around a part of a screen whose code loads later than the screen. If that fails, a line in its place says so and offers to try again;
 * the rest of the screen, and what has been typed there, stays. Other errors are shown by the screen.
 */
export class CodeBoundary extends Component<CodeBoundaryProps, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {};
  isRetried = false;

  static getDerivedStateFromError = (error: Error) => ({ error });

  override componentDidCatch(error: Error): void {
    if (isCodeFailure(error)) this.props.onFailure?.();
  }

  override render(): ReactNode {
    const { fallback, onFailure, failureClass, children } = this.props;
    const { error } = this.state;
    if (!error) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (!isCodeFailure(error)) throw error;
    if (onFailure) return null;
    const retry = () => {
      this.isRetried = true;
      this.setState({ error: undefined });
    };
    return <CodeFailure className={failureClass} isRetried={this.isRetried} onRetry={retry} />;
  }
}

interface CodeFailureProps {
  className: string | undefined;
  isRetried: boolean;
  onRetry: () => void;
}

function CodeFailure({ className, isRetried, onRetry }: CodeFailureProps) {
  const offer = isRetried ? reloadOffer() : undefined;
  // What was served in its place is gone.
  useLayoutEffect(() => endHydration(null), []);
  return (
    <p role="alert" className={clsx("flex flex-wrap items-center text-fine text-muted", className)}>
      This part didn't load.
      <RetryButton look="quiet" size="small" onClick={offer?.onClick ?? onRetry}>
        {offer?.label}
      </RetryButton>
    </p>
  );
}

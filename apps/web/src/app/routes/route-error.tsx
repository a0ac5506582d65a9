import { FailureScreen } from '../../ui/layout/error-boundary.tsx';

/** Replaces a page whose code could not be loaded or that has thrown an error. */
export function RouteError() {
  // The router does not request code again after a failure.
  return <FailureScreen onRetry={reload} />;
}

const reload = () => window.location.reload();

import { Component, useEffect } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { Button } from '../button.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of this value renders the children again. */
  resetKey?: string;
  /** Shown instead of the children after an error. By default a full-page message. */
  fallback?: ReactNode;
  onFailure?: () => void;
}

interface ErrorBoundaryState {
  hasFailed: boolean;
  resetKey: string | undefined;
}

/** Replaces children that throw while they render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey };
  }

  override componentDidCatch(): void {
    this.props.onFailure?.();
  }

  override render() {
    const tryAgain = () => this.setState({ hasFailed: false });
    const { children, fallback = <FailureScreen onRetry={tryAgain} /> } = this.props;
    return this.state.hasFailed ? fallback : children;
  }
}

export function FailureScreen({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <main className="failure flex grow flex-col items-start justify-center gap-2 px-6">
      <h1 className="text-xl font-semibold">{t('app.errorTitle')}</h1>
      <p className="text-muted">{t('app.errorText')}</p>
      <Button className="mt-4" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </main>
  );
}

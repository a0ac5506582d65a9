import { Component } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { Button } from '../ui/button.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Stands in for what broke; a friendly screen, if left away. */
  fallback?: ReactNode;
}

/** Puts something else in the place of what broke while being drawn. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { children, fallback = <FailureScreen /> } = this.props;
    return this.state.hasFailed ? fallback : children;
  }
}

function FailureScreen() {
  return (
    <main className="mx-auto flex min-h-[60vh] max-w-form grow flex-col items-start justify-center gap-2 px-6">
      <h1 className="text-xl font-semibold">{t('shell.errorTitle')}</h1>
      <p className="text-muted">{t('shell.errorText')}</p>
      <Button className="mt-4" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </Button>
    </main>
  );
}

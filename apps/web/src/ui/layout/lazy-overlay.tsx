import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** Rendered for a request. */
export interface LayerProps<Request> {
  request: Request;
  /** False during the closing animation. */
  isOpen: boolean;
  onClose: () => void;
}

interface LazyLayerProps<Request> {
  /** Null while the overlay is closed. */
  request: Request | null;
  /** Imports the dialog or menu. */
  load: () => Promise<{ default: ComponentType<LayerProps<Request>> }>;
  onClose: (request: Request) => void;
}

/** Renders a dialog or menu that is loaded with the first request for it. */
export function LazyOverlay<Request>({ request, load, onClose }: LazyLayerProps<Request>) {
  const [Layer, setLayer] = useState(() => lazy(load));
  // The last request is rendered until the closing animation ends.
  const [last, setLast] = useState({ request, opening: 0 });
  if (request !== null && request !== last.request) {
    setLast({ request, opening: last.opening + 1 });
  }
  if (last.request === null) return null;
  const shown = last.request;
  const closeFailed = () => {
    // React keeps a failed import, so the next opening needs another component.
    setLayer(() => lazy(load));
    onClose(shown);
    toast.error(t('common.networkError'));
  };
  return (
    <ErrorBoundary resetKey={String(last.opening)} fallback={null} onFailure={closeFailed}>
      {/* The key resets the state with each opening. */}
      <Suspense>
        <Layer
          key={last.opening}
          request={shown}
          isOpen={request !== null}
          onClose={() => onClose(shown)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

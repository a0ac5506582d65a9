import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import type { LazyComponent } from '../../lib/lazy-component.tsx';
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
  Layer: LazyComponent<LayerProps<Request>>;
  onClose: (request: Request) => void;
}

/** Renders a dialog or menu that is loaded with the first request for it. */
export function LazyOverlay<Request>({ request, Layer, onClose }: LazyLayerProps<Request>) {
  // The last request is rendered until the closing animation ends.
  const [last, setLast] = useState({ request, opening: 0 });
  if (request !== null && request !== last.request) {
    setLast({ request, opening: last.opening + 1 });
  }
  if (last.request === null) return null;
  const shown = last.request;
  const closeFailed = () => {
    onClose(shown);
    toast.error(t('common.networkError'));
  };
  return (
    <ErrorBoundary resetKey={String(last.opening)} fallback={null} onFailure={closeFailed}>
      {/* The key resets the state with each opening. */}
      <Layer
        key={last.opening}
        request={shown}
        isOpen={request !== null}
        onClose={() => onClose(shown)}
      />
    </ErrorBoundary>
  );
}

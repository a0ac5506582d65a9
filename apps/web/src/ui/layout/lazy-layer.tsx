import { Suspense, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** What is drawn for a request. */
export interface LayerProps<Request> {
  request: Request;
  /** False while it fades out. */
  isOpen: boolean;
  onClose: () => void;
}

interface LazyLayerProps<Request> {
  /** What is asked for; null while nothing is. */
  request: Request | null;
  load: () => Promise<ComponentType<LayerProps<Request>>>;
  onClose: (request: Request) => void;
}

/** Where a dialog or menu appears that is fetched when somebody asks for it. Stands in the shell. */
export function LazyLayer<Request>({ request, load, onClose }: LazyLayerProps<Request>) {
  const lazyLayer = () => lazy(async () => ({ default: await load() }));
  const [Layer, setLayer] = useState(lazyLayer);
  // The last one stays while it fades out.
  const [last, setLast] = useState({ request, opening: 0 });
  if (request !== null && request !== last.request) {
    setLast({ request, opening: last.opening + 1 });
  }
  if (last.request === null) return null;
  const shown = last.request;
  const giveUp = () => {
    // What once failed to load stays failed: the next opening asks for it anew.
    setLayer(lazyLayer);
    onClose(shown);
    toast.error(t('common.networkError'));
  };
  return (
    <ErrorBoundary resetKey={String(last.opening)} fallback={null} onFailure={giveUp}>
      <Suspense>
        {/* Each opening starts anew, with nothing of the one before. */}
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

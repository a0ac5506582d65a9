import { Suspense, lazy, useState } from 'react';
import { ErrorBoundary } from '../../../components/layout/error-boundary.tsx';
import { loadUpload } from '../../../lib/api/index.ts';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';
import { t } from '../../../lib/i18n/index.ts';
import { toast } from '../../../lib/toast.ts';

// What posts comes along: should the connection be lost while writing, posting must fail cleanly.
const loadDialog = async () => {
  const [{ ComposerDialog }] = await Promise.all([import('./composer-dialog.tsx'), loadUpload()]);
  return { default: ComposerDialog };
};

/** Where the composer appears. Stands once, in the shell. */
export function ComposerHost() {
  const request = useComposerRequest();
  const [LazyComposerDialog, setLazy] = useState(() => lazy(loadDialog));
  const [last, setLast] = useState({ request, opening: request ? 1 : 0 });
  if (request !== null && request !== last.request) {
    setLast({ request, opening: last.opening + 1 });
  }
  if (last.request === null) return null;
  const giveUp = () => {
    // What once failed to load stays failed: the next opening asks for it anew.
    setLazy(() => lazy(loadDialog));
    closeComposer();
    toast.error(t('common.networkError'));
  };
  return (
    <ErrorBoundary resetKey={String(last.opening)} fallback={null} onFailure={giveUp}>
      <Suspense>
        {/* Each opening starts from what the device has kept, not from the one before. */}
        <LazyComposerDialog
          key={last.opening}
          request={last.request}
          isOpen={request !== null}
          onClose={closeComposer}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** To be called when somebody is about to open it. */
export function preloadComposer(): void {
  loadDialog().catch(() => {
    // It is fetched again when it is opened.
  });
}

import { Suspense, lazy, useState } from 'react';
import { loadUpload } from '../../../lib/api/index.ts';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';

// What posts comes along: should the connection be lost while writing, posting must fail cleanly.
const loadDialog = async () => {
  const loading = loadUpload();
  const { ComposerDialog } = await import('./composer-dialog.tsx');
  await loading;
  return { default: ComposerDialog };
};
const LazyComposerDialog = lazy(loadDialog);

/** Where the composer appears. Stands once, in the shell. */
export function ComposerHost() {
  const request = useComposerRequest();
  const [last, setLast] = useState({ request, opening: request ? 1 : 0 });
  if (request !== null && request !== last.request) {
    setLast({ request, opening: last.opening + 1 });
  }
  if (last.request === null) return null;
  return (
    <Suspense>
      {/* Each opening starts from what the device has kept, not from the one before. */}
      <LazyComposerDialog
        key={last.opening}
        request={last.request}
        isOpen={request !== null}
        onClose={closeComposer}
      />
    </Suspense>
  );
}

/** To be called when somebody is about to open it. */
export function preloadComposer(): void {
  loadDialog().catch(() => {
    // It is fetched again when it is opened.
  });
}

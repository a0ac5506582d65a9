import { Suspense, lazy, useState } from 'react';
import { loadUpload } from '../../../lib/api/index.ts';
import { closeNewThreadDialog, useNewThreadDialogOpen } from '../../../lib/new-thread-dialog.ts';

// What posts comes along: should the connection be lost while writing, posting must fail cleanly.
const loadDialog = async () => {
  const loading = loadUpload();
  const { ComposerDialog } = await import('./composer-dialog.tsx');
  await loading;
  return { default: ComposerDialog };
};
const LazyComposerDialog = lazy(loadDialog);

/** Where the new-thread dialog appears. Stands once, in the shell. */
export function ComposerHost() {
  const isOpen = useNewThreadDialogOpen();
  const [last, setLast] = useState({ isOpen: false, opening: 0 });
  if (isOpen !== last.isOpen) {
    setLast({ isOpen, opening: isOpen ? last.opening + 1 : last.opening });
  }
  if (last.opening === 0) return null;
  return (
    <Suspense>
      {/* Each opening starts from what the device has kept, not from the one before. */}
      <LazyComposerDialog key={last.opening} isOpen={isOpen} onClose={closeNewThreadDialog} />
    </Suspense>
  );
}

/** To be called when somebody is about to open it. */
export function preloadComposer(): void {
  loadDialog().catch(() => {
    // It is fetched again when it is opened.
  });
}

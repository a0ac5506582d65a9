import { LazyLayer } from '../../../ui/layout/lazy-layer.tsx';
import { loadUpload } from '../../../api/index.ts';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';

// What posts comes along: should the connection be lost while writing, posting must fail cleanly.
const loadDialog = async () => {
  const [{ ComposerDialog }] = await Promise.all([import('./composer-dialog.tsx'), loadUpload()]);
  return ComposerDialog;
};

/** Where the composer appears. Stands once, in the shell. */
export function ComposerHost() {
  return <LazyLayer request={useComposerRequest()} load={loadDialog} onClose={closeComposer} />;
}

/** To be called when somebody is about to open it. */
export function preloadComposer(): void {
  loadDialog().catch(() => {
    // It is fetched again when it is opened.
  });
}

import { LazyLayer } from '../../../ui/layout/lazy-layer.tsx';
import { loadUpload } from '../../../api/index.ts';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

// What posts comes along: should the connection be lost while writing, posting must fail cleanly.
const loadDialog = async () => {
  const [{ ComposerDialog }] = await Promise.all([
    withMessages(import('./composer-dialog.tsx'), 'composer'),
    loadUpload(),
  ]);
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

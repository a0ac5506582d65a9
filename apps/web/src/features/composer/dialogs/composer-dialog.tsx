import { lazy, Suspense } from 'react';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { EditDialog } from './edit-dialog.tsx';
import { NewThreadDialog } from './new-thread-dialog.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { ReplyDialog } from './reply-dialog.tsx';
import { RepostDialog } from './repost-dialog.tsx';
import { useDialogs } from '../../../lib/dialogs.tsx';
import type { ComposerRequest } from '../../../lib/dialogs.tsx';

const DraftsDialog = lazy(async () => ({
  default: (await import('../drafts/drafts-dialog.tsx')).DraftsDialog,
}));

interface RequestedDialogProps extends ComposerDialogProps {
  request: ComposerRequest;
}

/** The composer dialog for a request. */
export function ComposerDialog({ request, ...dialog }: RequestedDialogProps) {
  const { openComposer } = useDialogs();
  switch (request.kind) {
    case 'thread':
      return (
        <NewThreadDialog
          {...dialog}
          topic={request.topic}
          pendingId={request.pendingId}
          draft={request.draft}
          lostTarget={request.lostTarget}
        />
      );
    case 'drafts':
      return (
        <Suspense>
          <DraftsDialog
            isOpen={dialog.isOpen}
            onClose={() =>
              request.from === 'thread' ? openComposer({ kind: 'thread' }) : dialog.onClose()
            }
          />
        </Suspense>
      );
    case 'reply':
      return (
        <ReplyDialog
          {...dialog}
          thread={request.thread}
          pendingId={request.pendingId}
          draft={request.draft}
        />
      );
    case 'quote':
      return request.variant === 'my-posts' ? (
        <RepostDialog {...dialog} thread={request.thread} />
      ) : (
        <QuoteDialog
          {...dialog}
          thread={request.thread}
          pendingId={request.pendingId}
          draft={request.draft}
        />
      );
    case 'edit':
      return <EditDialog {...dialog} thread={request.thread} />;
  }
}

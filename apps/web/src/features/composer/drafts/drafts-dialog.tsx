import { Fragment, lazy, Suspense, useState } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { excerpt } from '@skein/contracts/text';
import type { SavedDraft } from '@skein/contracts/threads';
import { loadNextPage } from '../../../api/next-page.ts';
import { t } from '../../../i18n/index.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { findDraftTarget, draftsQuery, removeDraft } from './drafts.queries.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

const excerptMaxLength = 180;

/** The drafts of the user. */
export function DraftsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('drafts.title')}>
      <DraftList />
    </Dialog>
  );
}

function DraftList() {
  const query = useInfiniteQuery(draftsQuery);
  const client = useQueryClient();
  const [removed, setRemoved] = useState<SavedDraft | null>(null);
  const { data: drafts, hasNextPage, isFetchingNextPage } = query;
  if (query.isPending) {
    return (
      <div className="grid place-items-center py-16">
        <Spinner size={24} label={t('drafts.loading')} />
      </div>
    );
  }
  if (drafts === undefined) {
    return <LoadError text={t('drafts.error')} onRetry={() => void query.refetch()} />;
  }
  if (drafts.length === 0) return <ListMessage text={t('drafts.empty')} />;

  const remove = async () => {
    const draft = removed;
    setRemoved(null);
    if (draft === null) return;
    try {
      await removeDraft(client, draft);
      toast.success(t('drafts.deleted'));
    } catch {
      toast.error(t('drafts.deleteFailed'));
    }
  };
  return (
    <>
      <ul>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onRemove={() => setRemoved(draft)} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="grid place-items-center p-4">
          <Button
            size="sm"
            variant="secondary"
            isBusy={isFetchingNextPage}
            onClick={() => void loadNextPage(query)}
          >
            {t('drafts.more')}
          </Button>
        </div>
      )}
      {removed && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('drafts.deleteTitle')}
            text={t('drafts.deleteText')}
            confirmLabel={t('drafts.delete')}
            isDangerous
            onConfirm={() => void remove()}
            onCancel={() => setRemoved(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function DraftRow({ draft, onRemove }: { draft: SavedDraft; onRemove: () => void }) {
  const { openComposer } = useDialogs();
  const text = describe(draft);
  const picture = draft.parts.flatMap(({ media }) => media).find(isPicture);
  const open = async () => {
    try {
      openComposer(await findDraftTarget(draft));
    } catch {
      toast.error(t('common.networkError'));
    }
  };
  return (
    <li className="flex items-start gap-1 border-b border-line pr-2 last:border-b-0 hover:bg-hover">
      <button
        type="button"
        className="flex min-w-0 grow items-start gap-3 py-3 pr-1 pl-4 text-left focus-visible:-outline-offset-2"
        onClick={() => void open()}
      >
        <span className="min-w-0 grow">
          <span dir="auto" className="line-clamp-3 wrap-anywhere">
            {text ?? <span className="text-muted">{t('drafts.noText')}</span>}
          </span>
          <span className="mt-1 block text-sm text-muted">
            <RelativeTime time={draft.updatedAt} />
            {listDetails(draft).map((detail) => (
              <Fragment key={detail}>
                {' · '}
                <span>{detail}</span>
              </Fragment>
            ))}
          </span>
        </span>
        {picture && (
          <img
            src={picture.posterUrl ?? picture.variants[0]?.url ?? picture.mediaUrl}
            alt={picture.altText ?? ''}
            loading="lazy"
            className="size-14 shrink-0 rounded-md bg-sunken object-cover"
          />
        )}
      </button>
      <IconButton
        icon={Trash2}
        iconSize={18}
        label={t('drafts.deleteNamed', { text: excerpt(text ?? t('drafts.noText'), 40) })}
        className="mt-1"
        onClick={onRemove}
      />
    </li>
  );
}

const isPicture = ({ mediaType }: { mediaType: string }) => mediaType === 'image';

/** The beginning of the first text; null for a draft without text. */
function describe({ topic, parts, contentWarning, poll }: SavedDraft): string | null {
  const texts = [...parts.map(({ content }) => content), topic, contentWarning, poll?.question];
  const first = texts.find((text) => text !== undefined && text !== null && text !== '');
  return first ? excerpt(first, excerptMaxLength) : null;
}

function listDetails({ parts, poll, parentThreadId, quotedThreadId, ...draft }: SavedDraft) {
  const { scheduledAt } = draft;
  const files = parts.reduce((sum, { media }) => sum + media.length, 0);
  return [
    parentThreadId !== null && t('drafts.reply'),
    quotedThreadId !== null && t('drafts.quote'),
    parts.length > 1 && t('drafts.parts', { count: parts.length }),
    files > 0 && t('drafts.files', { count: files }),
    poll !== null && t('composer.poll'),
    scheduledAt !== null && t('drafts.planned', { time: formatFullTime(scheduledAt) }),
  ].filter((detail) => detail !== false);
}

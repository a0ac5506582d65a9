import type { CannedResponse } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { userHasPermission } from '../../../lib/user-role.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import {
  cannedResponsesQuery,
  useDeleteCannedResponse,
  useReorderCannedResponses,
} from './canned-responses.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { CannedResponseForm } from './canned-response-form.tsx';

/** The canned responses of moderators, which administrators create, change, move and delete. */
export function AdminResponses() {
  const { user } = useSession();
  const canChange = userHasPermission(user, 'administrate');
  return (
    <>
      <div className="flex flex-col gap-4 border-b border-line p-4">
        <p className="text-sm text-muted">
          {t(canChange ? 'admin.responses.about' : 'admin.responses.aboutReadOnly')}
        </p>
        {canChange && <CannedResponseForm />}
      </div>
      <FocusRegion>
        <ResponseList canChange={canChange} />
      </FocusRegion>
    </>
  );
}

function ResponseList({ canChange }: { canChange: boolean }) {
  const { data, error, isPending, refetch } = useQuery(cannedResponsesQuery);
  const reordering = useReorderCannedResponses();
  if (isPending) return <AdminListSkeleton />;
  if (data === undefined) return <AdminLoadError error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <ListMessage text={t('admin.responses.empty')} />;
  const ids = data.map(({ id }) => id);
  const moveUp = (index: number) => {
    const moved = ids.slice(index - 1, index + 1).toReversed();
    if (!reordering.isPending) reordering.mutate(ids.toSpliced(index - 1, 2, ...moved));
  };
  return (
    <ul>
      {data.map((response, index) => (
        <li key={response.id} className="border-b border-line p-4">
          <Entry
            response={response}
            canChange={canChange}
            onMoveUp={index === 0 ? undefined : () => moveUp(index)}
          />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  response: CannedResponse;
  canChange: boolean;
  /** Undefined for the first one. */
  onMoveUp: (() => void) | undefined;
}

function Entry({ response, canChange, onMoveUp }: EntryProps) {
  const { title, text } = response;
  const [isEdited, setIsEdited] = useState(false);
  if (isEdited) {
    return (
      <article aria-label={title}>
        <CannedResponseForm response={response} onClose={() => setIsEdited(false)} />
      </article>
    );
  }
  return (
    <article aria-label={title} className="flex flex-col gap-3">
      <div className="min-w-0">
        <h2 className="font-semibold wrap-anywhere" dir="auto">
          {title}
        </h2>
        <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </p>
      </div>
      {canChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('admin.responses.editNamed', { title })}
            onClick={() => setIsEdited(true)}
          >
            {t('admin.responses.edit')}
          </Button>
          <Button
            size="sm"
            variant="secondary"
            // A disabled button would lose the focus when its response becomes the first one.
            aria-disabled={onMoveUp === undefined}
            aria-label={t('admin.responses.moveUpNamed', { title })}
            onClick={onMoveUp}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
          >
            {t('admin.responses.moveUp')}
          </Button>
          <DeleteButton response={response} />
        </div>
      )}
    </article>
  );
}

function DeleteButton({ response: { id, title } }: { response: CannedResponse }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useDeleteCannedResponse();
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.responses.deleteNamed', { title })}
        isBusy={deletion.isPending}
        onClick={() => setIsConfirming(true)}
      >
        {t('admin.responses.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('admin.responses.deleteNamed', { title })}
        text={t('admin.responses.deleteText')}
        confirmLabel={t('admin.responses.delete')}
        isDangerous
        onConfirm={() => {
          setIsConfirming(false);
          deletion.mutate(id);
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}

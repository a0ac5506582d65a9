import { adminReasonMaxLength } from '@skein/contracts/limits';
import type { Registration } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useAdminAction } from '../shared/admin-action.mutation.ts';
import { registrationsQuery } from '../shared/admin.queries.ts';
import { AdminList } from '../shared/admin-list.tsx';
import { ReasonButton } from '../shared/reason-button.tsx';

/** Accounts that wait for approval. */
export function AdminRegistrations() {
  const query = useInfiniteQuery(registrationsQuery);
  return (
    <AdminList
      query={query}
      empty={t('admin.registrations.empty')}
      renderItem={(registration) => <Entry registration={registration} />}
    />
  );
}

function Entry({ registration }: { registration: Registration }) {
  const { id: userId, name, username, email, reason, createdAt } = registration;
  const decision = useAdminAction();
  return (
    <article className="flex flex-col gap-2" aria-label={name}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <RelativeTime time={createdAt} className="text-sm text-muted" />
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted wrap-anywhere">
        <span>@{username}</span>
        <span>{email}</span>
      </p>
      <blockquote
        className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line"
        dir="auto"
      >
        {reason}
      </blockquote>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={t('admin.registrations.approveUser', { name })}
          isBusy={decision.isPending}
          onClick={firstClick(() => decision.mutate({ kind: 'approve', userId }))}
        >
          {t('admin.registrations.approve')}
        </Button>
        <ReasonButton
          label={t('admin.registrations.reject')}
          title={t('admin.registrations.rejectUser', { name })}
          text={t('admin.registrations.rejectText')}
          message={{ label: t('admin.decisionMessage'), maxLength: adminReasonMaxLength }}
          isBusy={decision.isPending}
          onConfirm={(text) => decision.mutate({ kind: 'reject', userId, reason: text })}
        />
      </div>
    </article>
  );
}

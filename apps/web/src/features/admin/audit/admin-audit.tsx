import { auditActions, reportReasons, userRoles } from '@skein/contracts/administration';
import type { AuditEntry } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { auditQuery } from '../shared/admin.queries.ts';
import type { AuditFilter } from '../shared/admin.queries.ts';
import { useDownloadAudit } from './download-audit.mutation.ts';
import { AdminList } from '../shared/admin-list.tsx';
import { AuditFilterFields } from './audit-filter-fields.tsx';
import { Handle } from '../../../ui/handle.tsx';

const filterDelayMs = 300;

/** The log of administrators' actions, in the browser and on the command line. */
export function AdminAudit() {
  const [filter, setFilter] = useState<AuditFilter>({ actor: '', user: '', action: '' });
  const actor = useDebounced(filter.actor.trim(), filterDelayMs);
  const user = useDebounced(filter.user.trim(), filterDelayMs);
  const applied = { actor, user, action: filter.action };
  const query = useInfiniteQuery(auditQuery(applied));
  const download = useDownloadAudit();
  return (
    <>
      <AuditFilterFields value={filter} onChange={setFilter}>
        <Button
          size="sm"
          variant="secondary"
          isBusy={download.isPending}
          onClick={() => download.mutate(applied)}
        >
          {t('admin.insights.csv')}
        </Button>
      </AuditFilterFields>
      <AdminList
        query={query}
        empty={t('admin.audit.empty')}
        renderItem={(entry) => <Entry entry={entry} />}
      />
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { action, createdAt, actor, isCommandLine, reason } = entry;
  const isByServer = entry.details['by'] === 'server';
  // The log may have entries of other versions.
  const knownAction = auditActions.find((each) => each === action);
  const name = isCommandLine
    ? t('admin.audit.commandLine')
    : (actor?.name ?? t(isByServer ? 'admin.audit.server' : 'admin.unknownUser'));
  const roles = describeRoles(entry);
  return (
    <article className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">
          {knownAction ? t(`admin.audit.${knownAction}`) : action}
        </span>
        <RelativeTime time={createdAt} className="text-sm text-muted" />
      </p>
      <Target entry={entry} />
      {roles && <p className="text-sm">{roles}</p>}
      {reason !== null && (
        <p className="text-sm wrap-anywhere" dir="auto">
          {t('admin.audit.reason', { reason })}
        </p>
      )}
      <p className="text-sm wrap-anywhere text-muted">{t('admin.audit.by', { name })}</p>
    </article>
  );
}

/** The roles before and after a change; null for other actions. */
function describeRoles({ details: { from, to } }: AuditEntry): string | null {
  const [before, after] = [from, to].map((role) => userRoles.find((each) => each === role));
  if (before === undefined || after === undefined) return null;
  const [fromName, toName] = [t(`admin.role.${before}`), t(`admin.role.${after}`)];
  return t('admin.audit.roles', { from: fromName, to: toName });
}

function Target({ entry }: { entry: AuditEntry }) {
  const { user, targetType, targetId, details, reportReason } = entry;
  const reason = reportReasons.find((each) => each === reportReason);
  if (user === null) {
    if (reason) return <p className="text-sm">{t(`report.reason.${reason}`)}</p>;
    // A deleted account. The id connects its entries.
    const id = targetType === 'user' ? targetId : details['authorId'];
    return typeof id === 'string' ? (
      <p className="text-sm wrap-anywhere">{t('admin.audit.deletedAccount', { id })}</p>
    ) : null;
  }
  return (
    <p className="flex flex-wrap gap-x-1 text-sm">
      {t(targetLabels[targetType === 'thread' || targetType === 'report' ? targetType : 'user'])}
      {user.isSuspended ? (
        <Handle username={user.username} />
      ) : (
        <Link to={paths.profile(user.username)} className="finger text-accent hover:underline">
          <Handle username={user.username} />
        </Link>
      )}
      {reason && <span>{`· ${t(`report.reason.${reason}`)}`}</span>}
    </p>
  );
}

const targetLabels = {
  user: 'admin.audit.account',
  thread: 'admin.audit.author',
  report: 'admin.audit.report',
} as const;

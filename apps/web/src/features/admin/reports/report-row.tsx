import type { AdminReport } from '@skein/contracts/moderation';
import Check from 'lucide-react/icons/check';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/index.ts';
import { useAdminAction } from '../shared/admin-action.mutation.ts';
import { ReportDetailsDialog } from './report-details-dialog.tsx';
import { canStrike, StrikeButton } from '../users/strike-button.tsx';
import { Handle } from '../../../ui/handle.tsx';

interface ReportRowProps {
  report: AdminReport;
  /** Lists the reports about a user. */
  onShowAbout: (username: string) => void;
}

/** A report: the reason, the reported content, the reporter and the decision. */
export function ReportRow(props: ReportRowProps) {
  const { report } = props;
  const { rules, note, text, targetType, createdAt, automaticRule } = report;
  const title = getTitle(report);
  return (
    <article className="flex flex-col gap-2" aria-label={title}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{title}</span>
        <RelativeTime time={createdAt} className="text-sm text-muted" />
      </p>
      {rules.length > 0 && (
        <ul aria-label={t('admin.brokenRules')} className="list-disc pl-5 text-sm wrap-anywhere">
          {[...new Set(rules)].map((rule) => (
            <li key={rule} dir="auto">
              {rule}
            </li>
          ))}
        </ul>
      )}
      <Target report={report} />
      {targetType !== 'user' && (
        <blockquote className="line-clamp-6 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">
          {text === null ? (
            <span className="text-muted">{t('admin.gone')}</span>
          ) : (
            <span dir="auto">{text === '' ? t('admin.noText') : text}</span>
          )}
        </blockquote>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        {describeOrigin(report)}
        {note !== null && <span dir="auto">{`${automaticRule ? '' : ':'} “${note}”`}</span>}
      </p>
      {report.assignee && (
        <p className="text-sm wrap-anywhere">
          {t('admin.assignedTo', { name: report.assignee.name })}
        </p>
      )}
      <Decision {...props} />
    </article>
  );
}

function getTitle({ reason, automaticRule }: AdminReport): string {
  return automaticRule ? t(`admin.automatic.title.${automaticRule}`) : t(`report.reason.${reason}`);
}

function describeOrigin({ reporter, automaticRule, server }: AdminReport): string {
  if (automaticRule) return t(`admin.automatic.${automaticRule}`);
  if (server !== null) return t('admin.reportedByServer', { server });
  return t('admin.reportedBy', { name: reporter?.name ?? t('admin.unknownUser') });
}

// Higher on touch screens, without making the row higher.
const linkClass =
  'inline-flex items-center text-accent hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-10';

function Target({ report: { targetType, targetId, user, text } }: { report: AdminReport }) {
  const subject = targetType === 'group' ? text : user?.name;
  const name = subject ?? t('admin.unknownUser');
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span>
        {targetType === 'user' ? t('admin.about', { name }) : t(`admin.of.${targetType}`, { name })}
      </span>
      {user !== null && !user.isSuspended && (
        <Link to={paths.profile(user.username)} className={linkClass}>
          <Handle username={user.username} />
        </Link>
      )}
      {user?.isSuspended === true && <span className="text-danger">{t('admin.suspended')}</span>}
      {targetType === 'thread' && text !== null && (
        <Link to={paths.thread(targetId)} className={linkClass}>
          {t('admin.openThread')}
        </Link>
      )}
    </p>
  );
}

function Decision(props: ReportRowProps) {
  const { report } = props;
  const { id, status, targetType, targetId, user, text, resolvedAt } = report;
  const threadId = targetType === 'thread' && text !== null ? targetId : null;
  const dismissal = useAdminAction();
  const { user: viewer } = useSession();
  if (status !== 'open') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-medium">
          {t(`admin.status.${status}`)} <RelativeTime time={resolvedAt} className="text-muted" />
        </p>
        <DetailsButton {...props} />
      </div>
    );
  }
  const dismiss = () => dismissal.mutate({ kind: 'dismiss', reportId: id });
  const role = report.userRole ?? 'member';
  if (user === null || viewer === null || !canStrike(viewer, user.id, role)) {
    return (
      <div className="mt-1 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          isBusy={dismissal.isPending}
          onClick={firstClick(dismiss)}
        >
          {t('admin.dismiss')}
        </Button>
        <DetailsButton {...props} />
      </div>
    );
  }
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <StrikeButton
        user={user}
        role={role}
        threadId={threadId}
        reportId={id}
        {...(threadId !== null && { action: 'remove_thread' })}
      />
      <ReportMenu {...props} isPending={dismissal.isPending} onDismiss={dismiss} />
    </div>
  );
}

interface ReportMenuProps extends ReportRowProps {
  isPending: boolean;
  onDismiss: () => void;
}

function ReportMenu({ isPending, onDismiss, ...props }: ReportMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const name = props.report.user?.name ?? t('admin.unknownUser');
  const label = t('admin.moreActions', { name });
  return (
    <>
      <Menu
        label={label}
        align="start"
        items={[
          {
            label: t('admin.details'),
            icon: FileText,
            // Deferred until the menu has returned the focus to its button, so the dialog can too.
            onSelect: () => setTimeout(setIsOpen, 0, true),
          },
          { label: t('admin.dismiss'), icon: Check, isDisabled: isPending, onSelect: onDismiss },
        ]}
        renderTrigger={(trigger) => (
          <IconButton
            {...trigger}
            icon={MoreHorizontal}
            size="sm"
            iconSize={18}
            label={label}
            className="border border-line"
          />
        )}
      />
      {isOpen && <ReportDetailsDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Nothing for a report about the viewer. */
function DetailsButton(props: ReportRowProps) {
  const { user: viewer } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { user } = props.report;
  if (viewer === null || viewer.id === user?.id) return null;
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.reportDetails', { name: user?.name ?? t('admin.unknownUser') })}
        onClick={() => setIsOpen(true)}
      >
        {t('admin.details')}
      </Button>
      {isOpen && <ReportDetailsDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

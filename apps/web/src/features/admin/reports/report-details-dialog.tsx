import { postedTextMaxLength } from '@skein/contracts/administration';
import type { AdminReport, ReportDetails } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { adminPath } from '../../../lib/admin-paths.ts';
import { useSession } from '../../../lib/session/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { reportDetailsQuery } from './report-queue.queries.ts';
import { useReportQueueAction } from './report-queue.mutation.ts';
import { SettingsLink } from '../../settings/layout/settings-link.tsx';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { PurgeButton } from '../users/purge-button.tsx';
import { ReportContext } from './report-context.tsx';
import { ReportHistory } from './report-history.tsx';
import { ReportMessages } from './report-messages.tsx';
import { ReportNotes } from './report-notes.tsx';
import { StrikesButton } from '../users/strikes-button.tsx';

interface ReportDetailsDialogProps {
  report: AdminReport;
  onShowAbout: (username: string) => void;
  onClose: () => void;
}

/** Who handles a report, the notes of moderators and what was done. */
export function ReportDetailsDialog({ report, onShowAbout, onClose }: ReportDetailsDialogProps) {
  const { data, error, isPending, refetch } = useQuery(reportDetailsQuery(report.id));
  const { user } = report;
  const name = user?.name ?? t('admin.unknownUser');
  return (
    <Dialog isOpen onClose={onClose} title={t('admin.reportDetails', { name })}>
      <FocusRegion>
        {data !== undefined ? (
          <div className="flex flex-col gap-6 p-4">
            {report.status === 'open' && <Assignment reportId={report.id} details={data} />}
            {user !== null && (
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => {
                    onClose();
                    onShowAbout(user.username);
                  }}
                >
                  {t('admin.moreReports', { name })}
                </Button>
                {report.targetType === 'thread' && report.text !== null && report.text !== '' && (
                  <SettingsLink size="sm" to={samePostPath(report.text)}>
                    {t('admin.bulk.sameText')}
                  </SettingsLink>
                )}
                <StrikesButton user={{ ...user, ...data }} />
                <PurgeButton user={user} role={report.userRole ?? 'member'} onDone={onClose} />
              </div>
            )}
            <ReportContext report={report} />
            <ReportMessages report={report} details={data} />
            <ReportNotes report={report} notes={data.notes} />
            <ReportHistory report={report} details={data} />
          </div>
        ) : isPending ? (
          <AdminListSkeleton />
        ) : (
          <AdminLoadError error={error} onRetry={() => void refetch()} />
        )}
      </FocusRegion>
    </Dialog>
  );
}

/** The accounts that have posted the same text. */
function samePostPath(text: string): string {
  return `${adminPath('users')}?text=${encodeURIComponent(text.slice(0, postedTextMaxLength))}`;
}

interface AssignmentProps {
  reportId: string;
  details: ReportDetails;
}

function Assignment({ reportId, details: { assignee, moderators } }: AssignmentProps) {
  const { user: viewer } = useSession();
  const assign = useReportQueueAction(reportId);
  const isListed = moderators.some(({ id }) => id === assignee?.id);
  // An assignee who is no longer a moderator remains visible.
  const options = assignee === null || isListed ? moderators : [assignee, ...moderators];
  const canTake = moderators.some(({ id }) => id === viewer?.id) && assignee?.id !== viewer?.id;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        className="min-w-0 flex-1"
        label={t('admin.assignee')}
        value={assignee?.id ?? ''}
        disabled={assign.isPending}
        onChange={({ target }) =>
          assign.mutate({ kind: 'assign', userId: target.value === '' ? null : target.value })
        }
      >
        <option value="">{t('admin.filter.nobody')}</option>
        {options.map(({ id, name, username }) => (
          <option key={id} value={id}>
            {`${name} (@${username})`}
          </option>
        ))}
      </SelectField>
      {viewer !== null && canTake && (
        <Button
          variant="secondary"
          isBusy={assign.isPending}
          onClick={() => assign.mutate({ kind: 'assign', userId: viewer.id })}
        >
          {t('admin.assignToMe')}
        </Button>
      )}
    </div>
  );
}

import type { AdminAnnouncement } from '@skein/contracts/instance';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { locale, t } from '../../../i18n/index.ts';
import { timeZone } from '../../../lib/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { TextSegments } from '../../threads/card/thread-text.tsx';
import { announcementsQuery, useDeleteAnnouncement } from './announcements.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { AnnouncementForm } from './announcement-form.tsx';

const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Creates, lists, changes and deletes announcements. */
export function AdminAnnouncements() {
  return (
    <>
      <div className="flex flex-col gap-4 border-b border-line p-4">
        <p className="text-sm text-muted">{t('admin.announcements.about')}</p>
        <AnnouncementForm />
      </div>
      <FocusRegion>
        <AnnouncementList />
      </FocusRegion>
    </>
  );
}

function AnnouncementList() {
  const { data, error, isPending, refetch } = useQuery(announcementsQuery);
  if (isPending) return <AdminListSkeleton />;
  if (data === undefined) return <AdminLoadError error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <ListMessage text={t('admin.announcements.empty')} />;
  return (
    <ul>
      {data.map((announcement) => (
        <li key={announcement.id} className="border-b border-line p-4">
          <Entry announcement={announcement} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ announcement }: { announcement: AdminAnnouncement }) {
  const [isEdited, setIsEdited] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useDeleteAnnouncement();
  const { id, text, status, startsAt, endsAt, language, dismissals } = announcement;
  const start = timeFormat.format(new Date(startsAt));
  const end = endsAt === null ? null : timeFormat.format(new Date(endsAt));
  const label = text.slice(0, labelLength);
  if (isEdited) {
    return (
      <article aria-label={label}>
        <AnnouncementForm announcement={announcement} onClose={() => setIsEdited(false)} />
      </article>
    );
  }
  return (
    <article aria-label={label} className="flex flex-col gap-3">
      <div className="min-w-0">
        <p className="text-sm font-semibold">{t(`admin.announcements.status.${status}`)}</p>
        <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
          <TextSegments content={text} />
        </p>
        <p className="mt-1 text-sm text-muted">
          {end === null
            ? t('admin.announcements.since', { start, zone: timeZone() })
            : t('admin.announcements.between', { start, end, zone: timeZone() })}
          {language !== null && <span> · {t(`admin.announcements.language.${language}`)}</span>}
          {status !== 'scheduled' && (
            <span> · {t('admin.announcements.dismissals', { count: dismissals })}</span>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('admin.announcements.editNamed', { text: label })}
          onClick={() => setIsEdited(true)}
        >
          {t('admin.announcements.edit')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('admin.announcements.deleteNamed', { text: label })}
          isBusy={deletion.isPending}
          onClick={() => setIsConfirming(true)}
        >
          {t('admin.announcements.delete')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('admin.announcements.deleteTitle')}
        text={t('admin.announcements.deleteText')}
        confirmLabel={t('admin.announcements.delete')}
        isDangerous
        onConfirm={() => {
          setIsConfirming(false);
          deletion.mutate(id);
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </article>
  );
}

/** In names for screen readers. */
const labelLength = 60;

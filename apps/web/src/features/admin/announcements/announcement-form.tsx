import { announcementLanguages } from '@skein/contracts/administration';
import { announcementMaxLength } from '@skein/contracts/announcement-limits';
import type { AdminAnnouncement } from '@skein/contracts/instance';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { fromLocalInput, timeZone, toLocalInput } from '../../../lib/local-time.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSaveAnnouncement } from './announcements.ts';
import { FormButtons } from '../shared/form-buttons.tsx';

interface AnnouncementFormProps {
  /** The one to change; otherwise a new one is created. */
  announcement?: AdminAnnouncement;
  /** Ends the change. */
  onClose?: () => void;
}

/** Creates or changes an announcement. */
export function AnnouncementForm({ announcement, onClose }: AnnouncementFormProps) {
  const saving = useSaveAnnouncement(announcement?.id);
  const [fields, setFields] = useState(() => toFields(announcement));
  const change = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed });
  const { error } = saving;
  const getError = (field: string) =>
    error instanceof ApiError
      ? error.fieldErrors.find(({ path }) => path === field)?.message
      : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { text, startsAt, endsAt, language } = fields;
    saving.mutate(
      {
        text,
        startsAt: fromLocalInput(startsAt),
        endsAt: fromLocalInput(endsAt),
        language: announcementLanguages.find((each) => each === language) ?? null,
      },
      {
        onSuccess: () => {
          setFields(toFields());
          onClose?.();
        },
      },
    );
  };
  const isElsewhere = error !== null && !['text', 'startsAt', 'endsAt'].some(getError);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextAreaField
        label={t('admin.announcements.text')}
        hint={t('admin.announcements.textHint')}
        rows={3}
        dir="auto"
        maxLength={announcementMaxLength}
        value={fields.text}
        error={getError('text')}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="datetime-local"
          label={t('admin.announcements.start')}
          hint={t(announcement ? 'admin.announcements.zone' : 'admin.announcements.startHint', {
            zone: timeZone(),
          })}
          value={fields.startsAt}
          error={getError('startsAt')}
          onChange={(event) => change({ startsAt: event.target.value })}
        />
        <TextField
          type="datetime-local"
          label={t('admin.announcements.end')}
          hint={t('admin.announcements.endHint', { zone: timeZone() })}
          value={fields.endsAt}
          error={getError('endsAt')}
          onChange={(event) => change({ endsAt: event.target.value })}
        />
      </div>
      <SelectField
        label={t('admin.announcements.language')}
        value={fields.language}
        onChange={(event) => change({ language: event.target.value })}
      >
        <option value="">{t('admin.announcements.language.all')}</option>
        {announcementLanguages.map((each) => (
          <option key={each} value={each}>
            {t(`admin.announcements.language.${each}`)}
          </option>
        ))}
      </SelectField>
      {isElsewhere && (
        <p role="alert" className="text-sm text-danger">
          {error instanceof NetworkError ? t('common.networkError') : error.message}
        </p>
      )}
      <FormButtons
        label={t(announcement ? 'admin.announcements.save' : 'admin.announcements.create')}
        isBusy={saving.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

function toFields(announcement?: AdminAnnouncement) {
  const { text = '', startsAt = null, endsAt = null, language = null } = announcement ?? {};
  return {
    text,
    startsAt: startsAt === null ? '' : toLocalInput(new Date(startsAt)),
    endsAt: endsAt === null ? '' : toLocalInput(new Date(endsAt)),
    language: language ?? '',
  };
}

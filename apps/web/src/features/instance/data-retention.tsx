import { t } from '../../i18n/index.ts';

/** The records of ended sessions are deleted after this time. */
const endedSessionDays = 30;

/** The data that the server keeps, with its retention period. docs/moderation.md describes the same. */
export function DataRetention({ addressDays }: { addressDays: number }) {
  return (
    <section className="mt-6 flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t('info.retention.title')}</h2>
      <p>{t('info.retention.deletion')}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>{t('info.retention.id')}</li>
        <li>{t('info.retention.others')}</li>
        <li>{t('info.retention.imports')}</li>
        <li>{t('info.retention.links')}</li>
        <li>{t('info.retention.copies')}</li>
      </ul>
      <p>{t('info.retention.active')}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>{t('info.retention.registration', { days: addressDays })}</li>
        <li>{t('info.retention.sessions', { days: Math.min(addressDays, endedSessionDays) })}</li>
      </ul>
    </section>
  );
}

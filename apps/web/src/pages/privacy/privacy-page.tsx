import { InfoLayout } from '../../features/auth/layout/info-layout.tsx';
import { loadPrivacy } from '../../features/instance/load-instance.ts';
import { DataRetention } from '../../features/instance/data-retention.tsx';
import { LazyMarkdown } from '../../features/instance/lazy-markdown.tsx';
import { Loaded } from '../../features/instance/loaded.tsx';
import { TextSkeleton } from '../../features/instance/text-skeleton.tsx';
import { t } from '../../i18n/index.ts';

/** The privacy policy of the administrators, and what the server keeps in any case. */
export function PrivacyPage() {
  return (
    <InfoLayout title={t('auth.privacy')}>
      <Loaded load={loadPrivacy} placeholder={<TextSkeleton />} failure={t('info.failed')}>
        {({ text, addressDays }) => (
          <>
            {text === null ? <p>{t('info.noPrivacy')}</p> : <LazyMarkdown text={text} />}
            <DataRetention addressDays={addressDays} />
          </>
        )}
      </Loaded>
    </InfoLayout>
  );
}

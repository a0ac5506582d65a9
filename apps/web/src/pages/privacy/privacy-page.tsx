import { InfoLayout } from '../../features/auth/components/info-layout.tsx';
import { loadPrivacy } from '../../features/instance/api/load-instance.ts';
import { DataRetention } from '../../features/instance/components/data-retention.tsx';
import { LazyMarkdown } from '../../features/instance/components/lazy-markdown.tsx';
import { Loaded } from '../../features/instance/components/loaded.tsx';
import { TextSkeleton } from '../../features/instance/components/text-skeleton.tsx';
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

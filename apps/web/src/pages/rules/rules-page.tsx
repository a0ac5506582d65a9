import { InfoLayout } from '../../features/auth/components/info-layout.tsx';
import { loadRules } from '../../features/instance/api/load-instance.ts';
import { Loaded } from '../../features/instance/components/loaded.tsx';
import { RuleList } from '../../features/instance/components/rule-list.tsx';
import { TextSkeleton } from '../../features/instance/components/text-skeleton.tsx';
import { t } from '../../i18n/index.ts';

/** The rules of the instance. */
export function RulesPage() {
  return (
    <InfoLayout title={t('auth.rules')}>
      <Loaded load={loadRules} placeholder={<TextSkeleton />} failure={t('info.failed')}>
        {(rules) => (rules.length === 0 ? <p>{t('info.noRules')}</p> : <RuleList rules={rules} />)}
      </Loaded>
    </InfoLayout>
  );
}

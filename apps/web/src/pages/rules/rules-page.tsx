import { InfoLayout } from '../../features/auth/layout/info-layout.tsx';
import { loadRules } from '../../features/instance/load-instance.ts';
import { Loaded } from '../../features/instance/loaded.tsx';
import { RuleList } from '../../features/instance/rule-list.tsx';
import { TextSkeleton } from '../../features/instance/text-skeleton.tsx';
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

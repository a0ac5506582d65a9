import { useId } from 'react';
import { t } from '../../../i18n/index.ts';
import { loadRules } from '../../instance/load-instance.ts';
import { Loaded } from '../../instance/loaded.tsx';
import { RuleList } from '../../instance/rule-list.tsx';
import { TextSkeleton } from '../../instance/text-skeleton.tsx';

/** The rules that new users accept, in a box of a fixed height, so that the form does not move. */
export function SignUpRules() {
  const titleId = useId();
  return (
    <div>
      <h2 id={titleId} className="mb-1.5 text-sm font-medium">
        {t('signUp.rules')}
      </h2>
      <div
        role="region"
        aria-labelledby={titleId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        tabIndex={0}
        className="h-44 overflow-y-auto rounded-md border border-line p-3 text-sm"
      >
        <Loaded load={loadRules} placeholder={<TextSkeleton />} failure={t('info.failed')}>
          {(rules) => <RuleList rules={rules} />}
        </Loaded>
      </div>
    </div>
  );
}

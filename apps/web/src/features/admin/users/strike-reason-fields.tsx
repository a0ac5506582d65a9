import { strikeTextMaxLength } from '@skein/contracts/administration';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { rulesQuery } from '../../instance/rules.queries.ts';
import { CannedResponseField } from '../responses/canned-response-field.tsx';
import { RulesField } from '../../moderation/report/rules-field.tsx';

interface StrikeReason {
  ruleIds: string[];
  text: string;
}

interface StrikeReasonFieldsProps {
  value: StrikeReason;
  error: string | undefined;
  onChange: (reason: StrikeReason) => void;
}

/** The broken rules and the message to the user. */
export function StrikeReasonFields({ value, error, onChange }: StrikeReasonFieldsProps) {
  const { data: rules = [] } = useQuery(rulesQuery);
  const { ruleIds, text } = value;
  const changeText = (changed: string) => onChange({ ruleIds, text: changed });
  return (
    <>
      {rules.length > 0 && (
        <RulesField
          rules={rules}
          value={ruleIds}
          error={undefined}
          onChange={(ids) => onChange({ ruleIds: ids, text })}
        />
      )}
      <CannedResponseField text={text} maxLength={strikeTextMaxLength} onChange={changeText} />
      <TextAreaField
        label={t('admin.strikeText')}
        error={error}
        rows={3}
        maxLength={strikeTextMaxLength}
        value={text}
        onChange={({ target }) => changeText(target.value)}
      />
    </>
  );
}

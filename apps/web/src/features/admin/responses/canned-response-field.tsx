import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { cannedResponsesQuery } from './canned-responses.ts';

interface CannedResponseFieldProps {
  /** What the moderator has written. */
  text: string;
  maxLength: number;
  onChange: (text: string) => void;
}

/** Adds a canned response to a text, which can be edited then. Nothing if there are none. */
export function CannedResponseField({ text, maxLength, onChange }: CannedResponseFieldProps) {
  const { data: responses = [] } = useQuery(cannedResponsesQuery);
  if (responses.length === 0) return null;
  const insert = (id: string) => {
    const chosen = responses.find((each) => each.id === id)?.text;
    if (chosen === undefined) return;
    const before = text.trimEnd();
    const parts = before === '' ? [chosen] : [before, chosen];
    onChange(parts.join('\n\n').slice(0, maxLength));
  };
  return (
    <SelectField
      label={t('admin.responses.insert')}
      value=""
      onChange={({ target }) => insert(target.value)}
    >
      <option value="">{t('admin.responses.choose')}</option>
      {responses.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}

import { reportAssignees, reportTargetTypes } from '@skein/contracts/administration';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { rulesQuery } from '../../instance/rules.queries.ts';
import type { ReportFilter } from './report-queue.queries.ts';

interface ReportFilterFieldsProps {
  value: ReportFilter;
  onChange: (filter: ReportFilter) => void;
  onClear: () => void;
}

/** The filters of the reports: moderator, type, rule, reported user and reporter. */
export function ReportFilterFields({ value, onChange, onClear }: ReportFilterFieldsProps) {
  const { data: rules = [] } = useQuery(rulesQuery);
  const usernames = { autoCapitalize: 'none', autoComplete: 'off', maxLength: 100 } as const;
  return (
    <div className="grid gap-3 border-b border-line p-4 sm:grid-cols-2">
      <SelectField
        label={t('admin.filter.assignee')}
        value={value.assignee}
        onChange={({ target }) => {
          const assignee = reportAssignees.find((each) => each === target.value) ?? '';
          onChange({ ...value, assignee });
        }}
      >
        <option value="">{t('admin.filter.any')}</option>
        {reportAssignees.map((each) => (
          <option key={each} value={each}>
            {t(`admin.filter.${each}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('admin.filter.type')}
        value={value.targetType}
        onChange={({ target }) => {
          const targetType = reportTargetTypes.find((each) => each === target.value) ?? '';
          onChange({ ...value, targetType });
        }}
      >
        <option value="">{t('admin.filter.any')}</option>
        {reportTargetTypes.map((each) => (
          <option key={each} value={each}>
            {t(`admin.filter.${each}`)}
          </option>
        ))}
      </SelectField>
      {rules.length > 0 && (
        <SelectField
          label={t('admin.filter.rule')}
          value={value.rule}
          onChange={({ target }) => onChange({ ...value, rule: target.value })}
        >
          <option value="">{t('admin.filter.any')}</option>
          {[...new Set(rules.map(({ title }) => title))].map((title) => (
            <option key={title} value={title}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        {...usernames}
        label={t('admin.audit.user')}
        value={value.user}
        onChange={({ target }) => onChange({ ...value, user: target.value })}
      />
      <TextField
        {...usernames}
        label={t('admin.filter.reporter')}
        value={value.reporter}
        onChange={({ target }) => onChange({ ...value, reporter: target.value })}
      />
      <Button
        size="sm"
        variant="secondary"
        className="self-end justify-self-start"
        onClick={onClear}
      >
        {t('admin.clearFilters')}
      </Button>
    </div>
  );
}

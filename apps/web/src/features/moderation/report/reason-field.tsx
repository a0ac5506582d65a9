import type { ReportReason } from '@skein/contracts/moderation';
import { useId } from 'react';
import { t } from '../../../i18n/index.ts';
import { reportReasons } from '@skein/contracts/administration';

interface ReasonFieldProps {
  value: ReportReason | null;
  error: string | undefined;
  /** Whether there are rules to choose from. */
  hasRules: boolean;
  onChange: (reason: ReportReason) => void;
}

/** The radio buttons for the reason of a report. */
export function ReasonField({ value, error, hasRules, onChange }: ReasonFieldProps) {
  const name = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className="mb-1 font-medium">{t('report.reasonLabel')}</legend>
      {reportReasons
        .filter((reason) => reason !== 'rules' || hasRules)
        .map((reason) => (
          <label
            key={reason}
            className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 transition-colors hover:bg-hover"
          >
            <input
              type="radio"
              name={name}
              checked={reason === value}
              onChange={() => onChange(reason)}
              className="size-5 shrink-0 accent-accent"
            />
            {t(`report.reason.${reason}`)}
          </label>
        ))}
      {error !== undefined && (
        <p id={`${name}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

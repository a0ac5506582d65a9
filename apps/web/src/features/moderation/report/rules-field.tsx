import type { Rule } from '@skein/contracts/instance';
import { useId } from 'react';
import { t } from '../../../i18n/index.ts';

interface RulesFieldProps {
  rules: readonly Rule[];
  /** The ids of the chosen rules. */
  value: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

/** The checkboxes for the rules that a report names. */
export function RulesField({ rules, value, error, onChange }: RulesFieldProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1 font-medium">{t('report.rulesLabel')}</legend>
      {/* Above the rules, so that it is visible when they need scrolling. */}
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {rules.map(({ id, title }) => (
        <label
          key={id}
          className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-1 transition-colors hover:bg-hover"
        >
          <input
            type="checkbox"
            checked={value.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, id] : value.filter((each) => each !== id))
            }
            className="size-5 shrink-0 accent-accent"
          />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {title}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

import type { StrikeAction } from '@skein/contracts/administration';
import { useId } from 'react';
import { t } from '../../../i18n/index.ts';

interface StrikeActionFieldProps<Action extends StrikeAction | 'lift'> {
  options: readonly Action[];
  value: Action;
  onChange: (action: Action) => void;
}

/** The radio buttons for the action of a moderator. */
export function StrikeActionField<Action extends StrikeAction | 'lift'>({
  options,
  value,
  onChange,
}: StrikeActionFieldProps<Action>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('admin.action')}</legend>
      {options.map((action) => (
        <label
          key={action}
          className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-1.5 transition-colors hover:bg-hover"
        >
          <input
            type="radio"
            name={name}
            checked={action === value}
            onChange={() => onChange(action)}
            className="size-5 shrink-0 accent-accent"
          />
          <ActionText action={action} />
        </label>
      ))}
    </fieldset>
  );
}

function ActionText({ action }: { action: StrikeAction | 'lift' }) {
  return (
    <span>
      {t(`admin.action.${action}`)}
      <span className="block text-sm text-muted">{t(`strikes.text.${action}`)}</span>
    </span>
  );
}

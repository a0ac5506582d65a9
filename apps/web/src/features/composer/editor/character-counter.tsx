import { textAlarmLength, textMaxLength, textWarnLength } from '@skein/contracts/limits';
import { t } from '../../../i18n/index.ts';

/** How long the text is, and by how much too long. Screen readers hear of it once it gets long. */
export function CharacterCounter({ count, id }: { count: number; id: string }) {
  const excess = count - textMaxLength;
  const tooLong = excess > 0 && t('composer.tooLong', { count: excess });
  return (
    <p id={id} className={`text-right text-sm wrap-normal tabular-nums ${colourFor(count)}`}>
      <span aria-hidden="true">{tooLong || `${count}/${textMaxLength}`}</span>
      <span className="sr-only" aria-live={count > textWarnLength ? 'polite' : 'off'}>
        {tooLong || t('composer.count', { count, max: textMaxLength })}
      </span>
    </p>
  );
}

function colourFor(count: number): string {
  if (count > textAlarmLength) return 'font-semibold text-danger';
  if (count > textWarnLength) return 'font-semibold text-warning';
  return 'text-muted';
}

import { textAlarmLength, textMaxLength, textWarnLength } from '@skein/contracts/limits';
import { t } from '../../../lib/i18n/index.ts';

/** How long the text is. Screen readers hear of it once it gets long. */
export function CharacterCounter({ count, id }: { count: number; id: string }) {
  return (
    <p id={id} className={`text-sm tabular-nums ${colourFor(count)}`}>
      <span aria-hidden="true">
        {count}/{textMaxLength}
      </span>
      <span className="sr-only" aria-live={count > textWarnLength ? 'polite' : 'off'}>
        {t('composer.count', { count, max: textMaxLength })}
      </span>
    </p>
  );
}

function colourFor(count: number): string {
  if (count > textAlarmLength) return 'font-semibold text-danger';
  if (count > textWarnLength) return 'font-semibold text-warning';
  return 'text-muted';
}

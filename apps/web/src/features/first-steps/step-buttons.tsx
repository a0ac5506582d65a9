import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';

export interface StepProps {
  /** Undefined in the first step. */
  onBack: (() => void) | undefined;
  onNext: () => void;
  isLast: boolean;
}

/** The buttons that lead to the other steps. */
export function StepButtons({
  onBack,
  onNext,
  isLast,
  isBusy = false,
}: StepProps & { isBusy?: boolean }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {onBack && (
        <Button variant="secondary" onClick={onBack}>
          {t('firstSteps.back')}
        </Button>
      )}
      <Button isBusy={isBusy} onClick={onNext}>
        {t(isLast ? 'firstSteps.finish' : 'firstSteps.next')}
      </Button>
    </div>
  );
}

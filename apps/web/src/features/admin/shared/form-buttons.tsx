import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';

interface FormButtonsProps {
  /** The label of the button that saves. */
  label: string;
  isBusy: boolean;
  /** Ends a change. Undefined in a form that creates something, which stays open. */
  onCancel: (() => void) | undefined;
}

/** The buttons of a form that creates or changes an entry of a list. */
export function FormButtons({ label, isBusy, onCancel }: FormButtonsProps) {
  return (
    <div className="flex gap-2">
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  );
}

import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';

interface SaveBarProps {
  hasChanges: boolean;
  isBusy: boolean;
  /** The uploaded fraction of the picture, from 0 to 1. */
  uploaded: number;
  onCancel: () => void;
}

/** The sticky Save and Cancel buttons of a form. */
export function SaveBar({ hasChanges, isBusy, uploaded, onCancel }: SaveBarProps) {
  return (
    <div className="sticky bottom-(--bottom-bar) z-10 flex flex-wrap items-center justify-end gap-2 border-y border-line bg-canvas px-4 py-3">
      <p
        role="status"
        className={classNames('mr-auto text-sm text-muted', uploaded === 0 && 'max-sm:hidden')}
      >
        {uploaded === 0
          ? hasChanges && t('profile.unsaved')
          : t('profile.uploading', { percent: Math.round(uploaded * 100) })}
      </p>
      <Button variant="dangerOutline" disabled={isBusy} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" isBusy={isBusy}>
        {t('profile.save')}
      </Button>
    </div>
  );
}

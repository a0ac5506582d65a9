import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';

interface FilteredNoticeProps {
  /** The word or phrase of the viewer's filter. */
  phrase: string;
  onShow: () => void;
}

/** Replaces the content of a thread that a keyword filter of the viewer collapses. */
export function FilteredNotice({ phrase, onShow }: FilteredNoticeProps) {
  return (
    <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 text-muted wrap-anywhere">{t('filtered.reason', { phrase })}</p>
      <Button
        variant="secondary"
        size="sm"
        onClick={({ currentTarget }) => {
          // The button disappears.
          currentTarget.closest<HTMLElement>('article')?.focus({ preventScroll: true });
          onShow();
        }}
      >
        {t('filtered.show')}
      </Button>
    </div>
  );
}

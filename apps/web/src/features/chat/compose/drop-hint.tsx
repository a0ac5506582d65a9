import { t } from '../../../i18n/index.ts';

/** Covers the messages while files are dragged over the conversation. */
export function DropHint() {
  return (
    <div className="pointer-events-none absolute inset-x-2 top-16 bottom-2 z-10 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft font-semibold text-accent">
      {t('chat.dropHere')}
    </div>
  );
}

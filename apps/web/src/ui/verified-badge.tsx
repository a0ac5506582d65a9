import BadgeCheck from 'lucide-react/icons/badge-check';
import { classNames } from '../lib/class-names.ts';
import { t } from '../i18n/index.ts';

/** The badge of a verified account. */
export function VerifiedBadge({ className }: { className?: string }) {
  return (
    <BadgeCheck
      role="img"
      aria-label={t('thread.verified')}
      className={classNames('size-4.5 shrink-0 fill-accent text-canvas', className)}
    />
  );
}

import AtSign from 'lucide-react/icons/at-sign';
import Eye from 'lucide-react/icons/eye';
import Moon from 'lucide-react/icons/moon';
import Lock from 'lucide-react/icons/lock';
import type { LucideIcon } from 'lucide-react';
import type { Audience } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

export const audienceIcons: Readonly<Record<Audience, LucideIcon>> = {
  public: Eye,
  unlisted: Moon,
  followers: Lock,
  mentioned: AtSign,
};

/** Who can see a thread that is not public. */
export function AudienceIcon({ audience }: { audience: Audience }) {
  const Icon = audienceIcons[audience];
  const label = t(`thread.audience.${audience}`);
  return (
    <Tooltip text={label}>
      <span role="img" aria-label={label} className="inline-flex self-center">
        <Icon aria-hidden className="size-4" />
      </span>
    </Tooltip>
  );
}

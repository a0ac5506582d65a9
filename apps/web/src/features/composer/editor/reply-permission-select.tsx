import ChevronDown from 'lucide-react/icons/chevron-down';
import Globe from 'lucide-react/icons/globe';
import UserCheck from 'lucide-react/icons/user-check';
import Users from 'lucide-react/icons/users';
import AtSign from 'lucide-react/icons/at-sign';
import type { LucideIcon } from 'lucide-react';
import { replyPermissions } from '@skein/contracts/constants';
import type { ReplyPermission } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';

const icons: Record<ReplyPermission, LucideIcon> = {
  ANYONE: Globe,
  FOLLOWERS: Users,
  FOLLOWING: UserCheck,
  MENTIONED_ONLY: AtSign,
};

interface ReplyPermissionSelectProps {
  value: ReplyPermission;
  onChange: (replyPermission: ReplyPermission) => void;
}

/** Selects who can reply. */
export function ReplyPermissionSelect({ value, onChange }: ReplyPermissionSelectProps) {
  const Icon = icons[value];
  return (
    <label className="relative -ml-2.5 inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full text-sm font-medium text-accent">
      <Icon aria-hidden className="pointer-events-none absolute left-2.5 size-4" />
      <select
        value={value}
        aria-label={t('composer.replyPermission')}
        className="field-sizing-content h-8 min-w-0 appearance-none truncate rounded-full bg-transparent pr-7 pl-8 hover:bg-hover"
        onChange={({ target }) => {
          const selected = replyPermissions.find((permission) => permission === target.value);
          if (selected) onChange(selected);
        }}
      >
        {replyPermissions.map((permission) => (
          <option key={permission} value={permission} className="bg-raised text-ink">
            {t(`composer.replyPermission.${permission}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-4" />
    </label>
  );
}

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

/** Selects who can reply. Its text breaks into lines, which that of a native select cannot. */
export function ReplyPermissionSelect({ value, onChange }: ReplyPermissionSelectProps) {
  const Icon = icons[value];
  return (
    <label className="relative inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-2xl px-2.5 py-1 text-sm leading-snug font-medium text-accent hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span aria-hidden className="min-w-0 text-balance">
        {t(`composer.replyPermission.${value}`)}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0" />
      <select
        value={value}
        aria-label={t('composer.replyPermission')}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
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
    </label>
  );
}

import Globe from 'lucide-react/icons/globe';
import UserCheck from 'lucide-react/icons/user-check';
import Users from 'lucide-react/icons/users';
import AtSign from 'lucide-react/icons/at-sign';
import type { LucideIcon } from 'lucide-react';
import { replyPermissions } from '@skein/contracts/constants';
import type { ReplyPermission } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { InlineSelect } from './inline-select.tsx';

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
  return (
    <InlineSelect
      icon={icons[value]}
      label={t('composer.replyPermission')}
      text={t(`composer.replyPermission.${value}`)}
      value={value}
      onChange={onChange}
      options={replyPermissions.map((permission) => ({
        value: permission,
        label: t(`composer.replyPermission.${permission}`),
      }))}
    />
  );
}

import { messagePermissions } from '@skein/contracts/constants';
import type { CurrentUser } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';
import { SelectField } from '../../../ui/select-field.tsx';

/** Chooses whose messages the user accepts. Saved at once, apart from the profile form. */
export function MessagePermission({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('messagePermission');
  return (
    <SelectField
      label={t('profile.messages')}
      hint={t('profile.messagesHint')}
      value={isPending ? variables : user.messagePermission}
      onChange={({ target }) => {
        const choice = messagePermissions.find((value) => value === target.value);
        if (choice !== undefined) mutate(choice);
      }}
    >
      {messagePermissions.map((value) => (
        <option key={value} value={value}>
          {t(`profile.messages.${value}`)}
        </option>
      ))}
    </SelectField>
  );
}

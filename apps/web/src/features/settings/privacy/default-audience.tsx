import { selectableAudiences } from '@skein/contracts/constants';
import type { CurrentUser } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';

/** Chooses who sees new threads, unless their author selects something else. Saved at once. */
export function DefaultAudience({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('defaultAudience');
  if (user.isPrivate) return null;
  return (
    <SelectField
      label={t('profile.audience')}
      hint={t('profile.audienceHint')}
      value={isPending ? variables : user.defaultAudience}
      onChange={({ target }) => {
        const choice = selectableAudiences.find((value) => value === target.value);
        if (choice !== undefined) mutate(choice);
      }}
    >
      {selectableAudiences.map((value) => (
        <option key={value} value={value}>
          {t(`thread.audience.${value}`)}
        </option>
      ))}
    </SelectField>
  );
}

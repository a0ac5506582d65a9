import type { CurrentUser } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { nameLanguageForReader, selectableLanguages } from '../../../lib/language.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';

/** Chooses the language of new threads whose language the browser does not detect. Saved at once. */
export function DefaultLanguage({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('defaultLanguage');
  const { defaultLanguage } = user;
  const tags = new Set([...selectableLanguages, ...(defaultLanguage ? [defaultLanguage] : [])]);
  const languages = [...tags].map((tag) => ({ tag, name: nameLanguageForReader(tag) }));
  return (
    <SelectField
      label={t('profile.language')}
      hint={t('profile.languageHint')}
      value={(isPending ? variables : defaultLanguage) ?? ''}
      onChange={({ target }) => mutate(target.value === '' ? null : target.value)}
    >
      <option value="">{t('profile.languageNone')}</option>
      {languages
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}

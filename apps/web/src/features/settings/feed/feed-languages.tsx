import X from 'lucide-react/icons/x';
import type { CurrentUser } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { nameLanguageForReader, selectableLanguages } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';

/** Chooses the languages in the feed of all threads. Saved at once. */
export function FeedLanguages({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('feedLanguages');
  const chosen = isPending ? variables : user.feedLanguages;
  const others = selectableLanguages
    .filter((tag) => !chosen.includes(tag))
    .map((tag) => ({ tag, name: nameLanguageForReader(tag) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="space-y-2">
      <SelectField
        label={t('appearance.feedLanguages')}
        hint={t('appearance.feedLanguagesHint')}
        value=""
        disabled={isPending}
        onChange={({ target }) => mutate([...chosen, target.value])}
      >
        <option value="">
          {t(chosen.length === 0 ? 'appearance.feedLanguages.all' : 'appearance.feedLanguages.add')}
        </option>
        {others.map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </SelectField>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t('appearance.feedLanguages')}>
          {chosen.map((tag) => (
            <li key={tag}>
              <Button
                size="sm"
                variant="secondary"
                disabled={isPending}
                aria-label={t('appearance.feedLanguages.remove', {
                  language: nameLanguageForReader(tag),
                })}
                onClick={() => mutate(chosen.filter((other) => other !== tag))}
              >
                {nameLanguageForReader(tag)}
                <X aria-hidden size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { featuredHashtagsMax } from '@skein/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { featuredHashtagsQuery } from '../../search/hashtags.queries.ts';
import { SettingsList } from '../layout/settings-list.tsx';
import { useFeatureHashtag } from './featured-hashtags.mutation.ts';

/** The hashtags on the viewer's profile. Saved at once, apart from the profile form. */
export function FeaturedHashtags() {
  const query = useQuery(featuredHashtagsQuery);
  const { mutate, isPending } = useFeatureHashtag();
  const [text, setText] = useState('');
  const tag = text.trim().replace(/^[#＃]/, '');
  const add = () => {
    if (tag !== '') mutate({ tag, isFeatured: true }, { onSuccess: () => setText('') });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The profile form must not be submitted.
    event.preventDefault();
    if (!isPending) add();
  };
  const { data = [] } = query;
  return (
    <SettingsList
      title={t('profile.featuredHashtags.title')}
      text={t('profile.featuredHashtags.text', { max: String(featuredHashtagsMax) })}
      error={t('profile.featuredHashtags.error')}
      query={query}
    >
      {data.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t('profile.featuredHashtags.title')}>
          {data.map((featured) => (
            <li
              key={featured.tag}
              className="flex items-center gap-1 rounded-full border border-line py-0.5 pr-1 pl-3"
            >
              <span dir="auto" className="wrap-anywhere">
                #{featured.tag}
              </span>
              <IconButton
                icon={X}
                size="sm"
                label={t('profile.featuredHashtags.remove', { tag: featured.tag })}
                onClick={() => mutate({ tag: featured.tag, isFeatured: false })}
              />
            </li>
          ))}
        </ul>
      )}
      {data.length < featuredHashtagsMax && (
        <div className="mt-2 flex items-end gap-2">
          <TextField
            label={t('profile.featuredHashtags.add')}
            value={text}
            autoComplete="off"
            autoCapitalize="none"
            className="min-w-0 flex-1"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={onKeyDown}
          />
          <Button variant="secondary" disabled={tag === ''} isBusy={isPending} onClick={add}>
            {t('profile.featuredHashtags.addButton')}
          </Button>
        </div>
      )}
    </SettingsList>
  );
}

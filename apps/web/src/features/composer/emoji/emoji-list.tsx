import { EmojiPicker, useSkinTone } from 'frimousse';
import type { EmojiData, EmojiPickerListComponents } from 'frimousse';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { CategoryBar } from './category-bar.tsx';
import { readEmojiChoices, saveEmojiChoices, saveRecentEmoji } from './emoji-choices.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

const columns = 8;
/** The category of the recently used emojis. The others are numbered from 0. */
const recentCategory = -1;
const precisePointer = '(hover: hover) and (pointer: fine)';

interface EmojiListProps {
  data: EmojiData;
  onChoose: (emoji: string) => void;
}

/** Search, skin tone, and all emojis by category, with the recently used ones first. */
export function EmojiList({ data, onChoose }: EmojiListProps) {
  const userId = useSession().user?.id ?? '';
  const [choices] = useState(() => readEmojiChoices(userId));
  const [shown] = useState(() => withRecent(data, choices.recent));
  const [search, setSearch] = useState('');
  const searchBox = useRef<HTMLInputElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the on-screen keyboard would cover the emojis.
    if (window.matchMedia(precisePointer).matches) searchBox.current?.focus();
  }, []);

  return (
    <EmojiPicker.Root
      locale={data.locale}
      columns={columns}
      skinTone={choices.skinTone}
      resolveEmojiData={() => shown}
      onEmojiSelect={({ emoji }) => {
        saveRecentEmoji(userId, data, emoji);
        onChoose(emoji);
      }}
      className="flex min-h-0 grow flex-col"
    >
      <div className="flex items-center gap-1 border-b border-line p-2">
        <EmojiPicker.Search
          ref={searchBox}
          value={search}
          aria-label={t('emoji.search')}
          placeholder={t('emoji.search')}
          className="h-10 min-w-0 grow rounded-md border border-field bg-canvas px-3 [&::-webkit-search-cancel-button]:hidden"
          onChange={({ target }) => setSearch(target.value)}
        />
        <SkinToneButton
          names={data.skinTones}
          onChange={(skinTone) => saveEmojiChoices(userId, { skinTone })}
        />
      </div>
      <EmojiPicker.Viewport
        ref={viewport}
        tabIndex={0}
        aria-label={t('emoji.title')}
        className="min-h-0 grow outline-none"
      >
        <EmojiPicker.Empty role="status" className="block p-4 text-center text-muted">
          {t('emoji.empty')}
        </EmojiPicker.Empty>
        <EmojiPicker.List components={listComponents} className="pb-2" />
      </EmojiPicker.Viewport>
      {search === '' && <CategoryBar data={shown} viewport={viewport} />}
    </EmojiPicker.Root>
  );
}

function withRecent(data: EmojiData, recent: readonly string[]): EmojiData {
  const found = recent.flatMap((used) => data.emojis.find(({ emoji }) => emoji === used) ?? []);
  if (found.length === 0) return data;
  return {
    ...data,
    categories: [{ index: recentCategory, label: t('emoji.recent') }, ...data.categories],
    emojis: [...found.map((emoji) => ({ ...emoji, category: recentCategory })), ...data.emojis],
  };
}

interface SkinToneButtonProps {
  names: EmojiData['skinTones'];
  onChange: (tone: ReturnType<typeof useSkinTone>[0]) => void;
}

/** Shows a hand in the chosen skin tone. Each click chooses the next one. */
function SkinToneButton({ names, onChange }: SkinToneButtonProps) {
  const [tone, setTone, variations] = useSkinTone('✋');
  const index = variations.findIndex(({ skinTone }) => skinTone === tone);
  const name = tone === 'none' ? t('emoji.noSkinTone') : names[tone];
  const label = t('emoji.skinTone', { name });
  const chooseNext = () => {
    const next = variations[(index + 1) % variations.length]?.skinTone ?? 'none';
    setTone(next);
    onChange(next);
  };
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-live="polite"
        className="grid size-10 shrink-0 place-items-center rounded-full text-xl hover:bg-hover active:bg-pressed"
        onClick={chooseNext}
      >
        {variations[index]?.emoji}
      </button>
    </Tooltip>
  );
}

const listComponents: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className="bg-raised px-3 py-1.5 text-sm font-semibold text-muted">
      {/* Without a height it is the invisible one that Frimousse measures, which is in English. */}
      {rest.style?.height === undefined ? '\u00a0' : category.label}
    </div>
  ),
  // Frimousse counts rows and columns from 0, which is invalid, and finds rows by their number.
  Row: ({ 'aria-rowindex': index, ...rest }) => (
    <div {...rest} aria-rowindex={index === 0 ? undefined : index} className="px-2" />
  ),
  Emoji: ({ emoji, 'aria-colindex': index = 0, ...rest }) => (
    <button
      type="button"
      {...rest}
      role="gridcell"
      aria-colindex={index + 1}
      className="grid h-10 w-1/8 shrink-0 cursor-pointer place-items-center rounded-sm text-2xl leading-none data-active:bg-pressed"
    >
      {emoji.emoji}
    </button>
  ),
};

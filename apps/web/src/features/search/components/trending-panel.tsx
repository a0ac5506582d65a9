import { useState } from 'react';
import type { TrendingHashtag } from '@skein/contracts/search';
import { t } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/panel.tsx';
import { TrendingTag } from './trending-tag.tsx';

const shownAtFirst = 5;

/** "Trending": what many people write about of late. */
export function TrendingPanel({ tags }: { tags: readonly TrendingHashtag[] }) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const shown = isUnfolded ? tags : tags.slice(0, shownAtFirst);
  return (
    <Panel title={t('trending.title')}>
      {tags.length === 0 ? (
        <p className="text-sm text-muted">{t('trending.empty')}</p>
      ) : (
        <ol className="-mx-4 -mb-2 flex flex-col">
          {shown.map((tag) => (
            <li key={tag.tag}>
              <TrendingTag tag={tag} />
            </li>
          ))}
        </ol>
      )}
      {tags.length > shownAtFirst && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="mt-3 min-h-6 text-sm font-medium text-accent hover:underline"
        >
          {t(isUnfolded ? 'trending.showLess' : 'trending.showMore')}
        </button>
      )}
    </Panel>
  );
}

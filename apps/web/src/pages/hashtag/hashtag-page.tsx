import { useNavigate, useParams } from 'react-router-dom';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { preloadComposer } from '../../features/composer/dialogs/load-composer-dialog.ts';
import { FollowHashtagButton } from '../../features/search/follow-hashtag-button.tsx';
import { HashtagHeader } from '../../features/search/hashtag-header.tsx';
import { parseHashtag } from '../../features/search/parse-hashtag.ts';
import { Notice } from '../../ui/notice.tsx';
import { HashtagThreads } from '../../features/search/hashtag-threads.tsx';
import { searchUrl } from '../../features/search/search-url.ts';
import { t } from '../../i18n/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { useDialogs } from '../../lib/dialogs.tsx';

export function HashtagPage() {
  const { openComposer } = useDialogs();
  const { tag: name = '' } = useParams();
  const tag = parseHashtag(name);
  return (
    <Page title={`#${tag ?? name}`} leading={<BackButton />} aside={<SidePanels />}>
      {tag === null ? (
        <InvalidHashtag name={name} />
      ) : (
        <>
          <HashtagHeader tag={tag}>
            <FollowHashtagButton tag={tag} />
            <Button
              variant="secondary"
              size="sm"
              aria-haspopup="dialog"
              onPointerEnter={preloadComposer}
              onFocus={preloadComposer}
              onClick={() => openComposer({ kind: 'thread', topic: tag })}
            >
              {t('hashtag.post')}
            </Button>
          </HashtagHeader>
          <HashtagThreads key={tag} tag={tag} />
        </>
      )}
    </Page>
  );
}

function InvalidHashtag({ name }: { name: string }) {
  const navigate = useNavigate();
  const search = searchUrl({ query: name, kind: 'threads', sort: 'relevance' });
  return (
    <Notice title={t('hashtag.noneTitle')} text={t('hashtag.noneText')}>
      <Button variant="secondary" onClick={() => void navigate(search)}>
        {t('hashtag.search')}
      </Button>
    </Notice>
  );
}

import Repeat2 from 'lucide-react/icons/repeat-2';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { Button } from '../../../ui/button.tsx';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';

interface FilteredNoticeProps {
  /** The word or phrase of the viewer's filter. */
  phrase: string;
  onShow: () => void;
}

/** Replaces the content of a thread that a keyword filter of the viewer collapses. */
export function FilteredNotice({ phrase, onShow }: FilteredNoticeProps) {
  return (
    <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 text-muted wrap-anywhere">{t('filtered.reason', { phrase })}</p>
      <Button
        variant="secondary"
        size="sm"
        onClick={({ currentTarget }) => {
          // The button disappears.
          currentTarget.closest<HTMLElement>('article')?.focus({ preventScroll: true });
          onShow();
        }}
      >
        {t('filtered.show')}
      </Button>
    </div>
  );
}

/** Why a thread is in the feed: who reposted it, or the followed hashtag. */
export function ThreadReason({ thread }: { thread: Thread }) {
  const { repostedBy, followedHashtag: tag } = thread;
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-sm font-medium text-muted">
      {repostedBy && (
        <>
          <Repeat2 aria-hidden="true" className="size-4 shrink-0" />
          <span>
            <EmojiText
              text={describeReposters(repostedBy.name, thread)}
              users={[repostedBy, ...thread.otherReposters]}
            />
          </span>
        </>
      )}
      {tag !== null && (
        <Link
          to={paths.hashtag(tag)}
          className="min-h-6 wrap-anywhere hover:underline pointer-coarse:-mt-4 pointer-coarse:min-h-10 pointer-coarse:pt-4"
        >
          {t('reason.followedHashtag', { tag })}
        </Link>
      )}
    </p>
  );
}

function describeReposters(name: string, { otherReposters, otherRepostersCount }: Thread): string {
  const [other] = otherReposters;
  if (!other) return t('reason.repostedBy', { name });
  return otherRepostersCount === 1
    ? t('reason.repostedByTwo', { name, other: other.name })
    : t('reason.repostedByMany', { name, count: otherRepostersCount });
}

import CornerLeftUp from 'lucide-react/icons/corner-left-up';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';

const bannerClass = 'flex h-15 items-center gap-3 border-b border-line bg-sunken px-4';
const visibleTagsMax = 2;

/** A link from a reply's page to its reply parent. */
export function ReplyParentBanner({ reply }: { reply: Thread }) {
  const { parentThreadId, replyingTo } = reply;
  if (parentThreadId === null || replyingTo === null) {
    return (
      <div className={`${bannerClass} text-muted`}>
        <BannerText title={t('threadPage.title')}>{t('threadPage.parentUnavailable')}</BannerText>
      </div>
    );
  }
  return (
    <Link
      to={paths.thread(parentThreadId)}
      className={`${bannerClass} transition-colors hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <BannerText title={t('threadPage.title')}>
        {t('threadPage.replyTo', { name: replyingTo.username })}
      </BannerText>
      <Tags tags={reply.hashtags} />
    </Link>
  );
}
function BannerText({ title, children }: { title: string; children: string }) {
  return (
    <>
      <CornerLeftUp aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block text-sm text-muted">{title}</span>
        <span className="block truncate font-medium">{children}</span>
      </span>
    </>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const hiddenCount = tags.length - visibleTagsMax;
  return (
    <span className="flex max-w-1/2 min-w-0 shrink gap-1.5 text-sm text-accent">
      {tags.slice(0, visibleTagsMax).map((tag) => (
        <span key={tag} dir="auto" className="min-w-0 truncate">
          #{tag}
        </span>
      ))}
      {hiddenCount > 0 && (
        <span className="shrink-0 text-muted">
          {t('threadPage.moreTags', { count: hiddenCount })}
        </span>
      )}
    </span>
  );
}

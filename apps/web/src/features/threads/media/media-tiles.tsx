import EyeOff from 'lucide-react/icons/eye-off';
import FileText from 'lucide-react/icons/file-text';
import Images from 'lucide-react/icons/images';
import Play from 'lucide-react/icons/play';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/index.ts';
import { useCardShortcuts } from '../card/use-card-shortcuts.ts';
import type { ListItemProps } from '../list/thread-list-cards.tsx';
import { isAnimation } from './animation.tsx';
import { BlurhashCanvas } from './blurhash-canvas.tsx';
import { Picture } from './picture.tsx';
import { columnsPerRow } from './media-rows.ts';
import type { MediaRow } from './media-rows.ts';

interface MediaTilesProps extends ListItemProps {
  row: MediaRow;
}

/** A row of the media of threads, each a link to its thread. */
export function MediaTiles({ row, position, onFocus }: MediaTilesProps) {
  return (
    <div className="grid grid-cols-3 gap-0.5 pb-0.5" onFocus={onFocus}>
      {row.threads.map((thread, index) => (
        <Tile
          key={thread.id}
          thread={thread}
          position={(position - 1) * columnsPerRow + index + 1}
        />
      ))}
    </div>
  );
}

function Tile({ thread, position }: { thread: Thread; position: number }) {
  const shortcuts = useCardShortcuts();
  const { user } = useSession();
  const setting = user?.sensitiveContent ?? 'blur';
  const isMarked = thread.isSensitive || thread.contentWarning !== null;
  const isCovered = isMarked && setting !== 'show';
  return (
    <article
      {...shortcuts}
      // The link is the tab stop; `j` and `k` move the focus to the first tile of a row.
      tabIndex={-1}
      data-thread-id={thread.id}
      aria-label={t('thread.label', { name: thread.userName ?? t('user.unknown') })}
      aria-posinset={position}
      aria-setsize={-1}
      className="relative aspect-square overflow-hidden bg-sunken focus-visible:-outline-offset-2"
    >
      <Link
        to={paths.thread(thread.id)}
        aria-label={describe(thread, isCovered)}
        className="absolute inset-0 focus-visible:-outline-offset-3"
      >
        {isCovered ? (
          <CoveredTile thread={thread} isBlurred={setting === 'blur'} />
        ) : (
          <OpenTile thread={thread} />
        )}
      </Link>
    </article>
  );
}

const isVisual = ({ mediaType }: Thread['media'][number]) =>
  mediaType === 'image' || mediaType === 'video';

function OpenTile({ thread: { media } }: { thread: Thread }) {
  const first = media.find(isVisual);
  if (!first) return <FileText aria-hidden className="absolute inset-0 m-auto size-8 text-muted" />;
  const Badge =
    media.length > 1 ? Images : first.mediaType === 'video' || isAnimation(first) ? Play : null;
  return (
    <>
      <Picture media={first} sizes="(min-width: 640px) 200px, 33vw" isPaused />
      {Badge && (
        <span className="absolute top-1.5 right-1.5 rounded-sm bg-overlay p-1 text-on-overlay">
          <Badge aria-hidden className="size-4" />
        </span>
      )}
    </>
  );
}

interface CoveredTileProps {
  thread: Thread;
  isBlurred: boolean;
}

/** Requests none of the files. */
function CoveredTile({ thread: { media }, isBlurred }: CoveredTileProps) {
  const hash = media.find(({ blurhash }) => blurhash !== null)?.blurhash;
  return (
    <>
      {isBlurred && typeof hash === 'string' && <BlurhashCanvas hash={hash} ratio={1} />}
      <span className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-raised/95 text-muted">
        <EyeOff aria-hidden className="size-5" />
      </span>
    </>
  );
}

/** The name of the link to a thread. */
function describe({ media, content, contentWarning }: Thread, isCovered: boolean): string {
  const files = t('profilePage.files', { count: media.length });
  if (isCovered) return contentWarning ?? t('sensitive.media', { count: media.length });
  const described = media.find(({ altText }) => altText !== null)?.altText;
  const text = described ?? content;
  return text === '' ? files : `${files}: ${text}`;
}

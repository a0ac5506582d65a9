import EyeOff from 'lucide-react/icons/eye-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { createStore } from '../../../lib/store.ts';
import { BlurhashCanvas } from '../media/blurhash-canvas.tsx';

export interface CoverProps {
  thread: Thread | QuotedThread;
  /** True on the page of the thread, where the reader can open it with any setting. */
  isMain?: boolean;
  /** Rendered, and therefore requested, only while it is not covered. */
  children: ReactNode;
}

/** The threads whose state differs from the setting. Lists remove cards that are out of view. */
const toggled = createStore<ReadonlySet<string>>(new Set());

function useCover({ thread: { id }, isMain = false }: CoverProps) {
  const { user } = useSession();
  const toggledIds = toggled.useValue();
  const choice = user?.sensitiveContent ?? 'blur';
  const isToggled = toggledIds.has(id);
  const isLocked = choice === 'hide' && !isMain;
  return {
    isLocked,
    isOpen: !isLocked && isToggled !== (choice === 'show'),
    toggle: () => {
      const ids = new Set(toggledIds);
      if (!ids.delete(id)) ids.add(id);
      toggled.set(ids);
    },
  };
}

/** Covers a thread with its content warning, or else its files. */
export function Cover(props: CoverProps) {
  return props.thread.contentWarning === null ? (
    <MediaCover {...props} />
  ) : (
    <ContentWarning {...props} />
  );
}

/** A content warning with a button that shows what it warns of. */
function ContentWarning(props: CoverProps) {
  const { isLocked, isOpen, toggle } = useCover(props);
  const warningId = useId();
  return (
    <>
      <div className="mt-1.5 flex min-h-12 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-line bg-sunken px-3 py-2">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-muted" />
        <p id={warningId} dir="auto" className="min-w-0 grow basis-24 leading-snug wrap-anywhere">
          <span className="sr-only">{t('sensitive.warning')}: </span>
          <EmojiText
            text={props.thread.contentWarning ?? ''}
            authorUsername={props.thread.userUsername}
          />
        </p>
        {isLocked ? (
          <span className="shrink-0 text-sm text-muted">{t('sensitive.hidden')}</span>
        ) : (
          <CoverButton isOpen={isOpen} describedBy={warningId} onClick={toggle} />
        )}
      </div>
      {isOpen && props.children}
    </>
  );
}

/** Covers files with their blurred colors and a button that shows them. */
function MediaCover(props: CoverProps) {
  const { isLocked, isOpen, toggle } = useCover(props);
  const labelId = useId();
  const { media } = props.thread;
  const label = t('sensitive.media', { count: media.length });
  if (isOpen) {
    return (
      <>
        {props.children}
        <div className="mt-1.5">
          <span id={labelId} className="sr-only">
            {label}
          </span>
          <CoverButton isOpen describedBy={labelId} onClick={toggle} />
        </div>
      </>
    );
  }
  const hash = media.find(({ blurhash }) => blurhash !== null)?.blurhash;
  return (
    <div className="relative mt-2.5 grid h-40 place-items-center overflow-hidden rounded-lg border border-line bg-sunken">
      {!isLocked && typeof hash === 'string' && <BlurhashCanvas hash={hash} ratio={2} />}
      <div className="relative flex max-w-full flex-col items-center gap-2 rounded-lg bg-raised/95 px-4 py-3 text-center">
        <p id={labelId} className="flex items-center gap-2 font-medium">
          <EyeOff aria-hidden className="size-4.5 shrink-0 text-muted" />
          {label}
        </p>
        {isLocked ? (
          <p className="text-sm text-muted">{t('sensitive.hidden')}</p>
        ) : (
          <CoverButton isOpen={false} describedBy={labelId} onClick={toggle} />
        )}
      </div>
    </div>
  );
}

interface CoverButtonProps {
  isOpen: boolean;
  /** The id of the warning. */
  describedBy: string;
  onClick: () => void;
}

function CoverButton({ isOpen, describedBy, onClick }: CoverButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-describedby={describedBy}
      className="min-h-8 shrink-0 rounded-full border border-field px-3 text-sm font-medium transition-colors hover:bg-hover"
      onClick={onClick}
    >
      {t(isOpen ? 'sensitive.hide' : 'sensitive.show')}
    </button>
  );
}

import { Popover } from '@base-ui/react/popover';
import type { Gif } from '@skein/contracts/media';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useReducedMotion } from '../../../lib/appearance.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import type { PopupState } from '../../../ui/menu.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { t } from '../../../i18n/index.ts';
import { fetchGif } from './fetch-gif.ts';
import { gifsQuery } from './gifs.queries.ts';

const typingPauseMs = 400;
const columns = 2;
const stepByKey: Partial<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
};

interface GifPickerProps extends PopupState {
  onPick: (files: File[], altText: string) => void;
}

/** Search and results of the GIF service. A chosen GIF becomes a file like one from the device. */
export function GifPicker({ anchor, isOpen, onOpenChange, onPick }: GifPickerProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Closes the picker but not the composer around it.
    event.stopPropagation();
    onOpenChange(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            aria-label={t('gifs.title')}
            finalFocus={anchor}
            onKeyDown={onKeyDown}
            className="flex h-112 max-h-(--available-height) w-88 max-w-(--available-width) origin-(--transform-origin) flex-col overflow-hidden rounded-md bg-raised shadow-raised outline-none transition data-ending-style:scale-96 data-ending-style:opacity-0 data-starting-style:scale-96 data-starting-style:opacity-0"
          >
            <GifSearch
              onPick={(file, altText) => {
                onOpenChange(false);
                onPick([file], altText);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function GifSearch({ onPick }: { onPick: (file: File, altText: string) => void }) {
  const [text, setText] = useState('');
  const query = useInfiniteQuery(gifsQuery(useDebounced(text.trim(), typingPauseMs)));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const aborting = useRef<AbortController>(null);
  useEffect(() => () => aborting.current?.abort(), []);

  const pages = query.data?.pages ?? [];
  const gifs = pages.flatMap((page) => page.gifs);
  const provider = pages[0]?.provider;
  const choose = async (gif: Gif) => {
    aborting.current?.abort();
    const { signal } = (aborting.current = new AbortController());
    setHasFailed(false);
    setChosenId(gif.id);
    try {
      const file = await fetchGif(gif, signal);
      if (!signal.aborted) onPick(file, gif.description);
    } catch {
      if (signal.aborted) return;
      setHasFailed(true);
      setChosenId(null);
    }
  };
  return (
    <>
      <div role="search" className="border-b border-line p-2">
        <input
          type="search"
          value={text}
          maxLength={100}
          aria-label={t('gifs.search')}
          placeholder={t('gifs.search')}
          className="h-10 w-full rounded-md border border-field bg-canvas px-3 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent [&::-webkit-search-cancel-button]:hidden"
          onChange={({ target }) => setText(target.value)}
          // The form around the picker must not be sent.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {hasFailed && (
          <p role="alert" className="p-2 text-sm text-danger">
            {t('gifs.loadError')}
          </p>
        )}
        <p role="status" className="text-center text-muted not-empty:p-4">
          {query.isPending && t('common.loading')}
          {query.isSuccess && gifs.length === 0 && t('gifs.empty')}
        </p>
        {query.isLoadingError && (
          <LoadError text={t('gifs.loadError')} onRetry={() => void query.refetch()} />
        )}
        <ul className="grid grid-cols-2 gap-1 px-2 not-empty:pb-2">
          {gifs.map((gif) => (
            <li key={gif.id}>
              <GifCell gif={gif} isBusy={gif.id === chosenId} onChoose={() => void choose(gif)} />
            </li>
          ))}
        </ul>
        <MoreButton query={query} />
      </div>
      {provider !== undefined && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-muted" translate="no">
          {t('gifs.provider', { name: provider })}
        </p>
      )}
    </>
  );
}

interface GifCellProps {
  gif: Gif;
  isBusy: boolean;
  onChoose: () => void;
}

function GifCell({ gif, isBusy, onChoose }: GifCellProps) {
  const isStill = useReducedMotion();
  return (
    <button
      type="button"
      aria-label={gif.description || t('gifs.unnamed')}
      aria-busy={isBusy}
      className="relative block aspect-4/3 w-full cursor-pointer overflow-hidden rounded-sm bg-hover hover:opacity-90 focus-visible:outline-2 focus-visible:-outline-offset-2"
      onClick={onChoose}
      onKeyDown={moveFocus}
    >
      <img
        src={isStill ? gif.stillUrl : gif.previewUrl}
        alt=""
        width={gif.width}
        height={gif.height}
        loading="lazy"
        className="size-full object-cover"
      />
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center bg-scrim text-white">
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** The arrow keys move between the GIFs of the grid. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = stepByKey[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const index = buttons.findIndex((button) => button === event.currentTarget);
  buttons[index + step]?.focus();
}

import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { t } from '../../../i18n/index.ts';
import type { Suggestion } from './suggestions.queries.ts';
import { placeOfCharacter } from './caret-position.ts';
import type { CompletionToken } from './completion-token.ts';
import { optionId } from './use-completion.ts';

interface CompletionListProps {
  id: string;
  textBox: RefObject<HTMLTextAreaElement | null>;
  /** What is being completed; null while there is nothing to choose. */
  token: CompletionToken | null;
  suggestions: readonly Suggestion[];
  activeIndex: number;
  choose: (suggestion: Suggestion) => void;
}

/** What a #tag or an @name could become, under the line in which it is written. */
export function CompletionList({ token, ...rest }: CompletionListProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {token && t('composer.suggestions', { count: rest.suggestions.length })}
      </p>
      {token && <OpenList token={token} {...rest} />}
    </>
  );
}

interface OpenListProps extends CompletionListProps {
  token: CompletionToken;
}

function OpenList({ id, textBox, token, suggestions, activeIndex, choose }: OpenListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { start, mark } = token;
  const count = suggestions.length;

  useEffect(() => list.current?.showPopover(), []);

  useEffect(() => {
    const box = textBox.current;
    if (!list.current || !box) return undefined;
    return keepAt(list.current, () => placeOfCharacter(box, start));
  }, [textBox, start, count]);

  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      tabIndex={-1}
      aria-label={t(mark === '#' ? 'composer.suggestedTags' : 'composer.suggestedPeople')}
      className="fixed inset-auto m-0 max-h-64 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain rounded-md bg-raised p-1 text-ink shadow-raised"
      // The text box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        // Keys are the text box's, which keeps the focus and points here.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={suggestion.word}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === activeIndex}
          tabIndex={-1}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 hover:bg-hover aria-selected:bg-pressed"
          onClick={() => choose(suggestion)}
        >
          <Option suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
}

function Option({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.mark === '#') {
    return (
      <>
        <span className="min-w-0 grow truncate font-medium">#{suggestion.word}</span>
        <span className="shrink-0 text-sm text-muted">
          {t('composer.tagUses', { count: suggestion.threadsCount })}
        </span>
      </>
    );
  }
  return (
    <>
      <Avatar name={suggestion.name} picture={suggestion.picture} size="sm" />
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{suggestion.name}</bdi>
        <span className="block truncate text-sm text-muted">@{suggestion.word}</span>
      </span>
    </>
  );
}

const gapPx = 4;
const edgePx = 8;

/** Holds a popup under a line of text, above it where there is no room; answers what ends that. */
function keepAt(popup: HTMLElement, placeOfLine: () => ReturnType<typeof placeOfCharacter>) {
  const place = () => {
    const line = placeOfLine();
    const { offsetWidth: width, offsetHeight: height } = popup;
    const { clientWidth } = document.documentElement;
    // On phones the keyboard covers the window; what is left of it is the visual viewport.
    const bottom = window.visualViewport?.height ?? window.innerHeight;
    const below = line.bottom + gapPx;
    const isRoomBelow = below + height + edgePx <= bottom;
    const above = Math.max(edgePx, line.top - gapPx - height);
    popup.style.top = `${isRoomBelow ? below : above}px`;
    popup.style.left = `${Math.max(edgePx, Math.min(line.left, clientWidth - width - edgePx))}px`;
  };
  place();
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('scroll', place, { signal, capture: true, passive: true });
  window.addEventListener('resize', place, { signal });
  window.visualViewport?.addEventListener('resize', place, { signal });
  return () => listening.abort();
}

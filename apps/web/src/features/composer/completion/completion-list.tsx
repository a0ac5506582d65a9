import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { t } from '../../../i18n/index.ts';
import type { Suggestion } from './suggestions.queries.ts';
import { characterPosition } from './caret-position.ts';
import type { CompletionToken } from './completion-token.ts';
import { optionId } from './use-suggestion-list.ts';

interface CompletionListProps {
  id: string;
  textBox: RefObject<HTMLTextAreaElement | null>;
  /** The token that is being completed; null while there are no suggestions. */
  token: CompletionToken | null;
  suggestions: readonly Suggestion[];
  activeIndex: number;
  choose: (suggestion: Suggestion) => void;
}

/** The suggestions for a hashtag, mention or emoji, below the line of the caret. */
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

const labels = {
  '#': 'composer.suggestedTags',
  '@': 'composer.suggestedPeople',
  ':': 'composer.suggestedEmojis',
} as const;

interface OpenListProps extends CompletionListProps {
  token: CompletionToken;
}

function OpenList({ id, textBox, token, suggestions, activeIndex, choose }: OpenListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { start, trigger } = token;
  const count = suggestions.length;

  useEffect(() => list.current?.showPopover(), []);

  useEffect(() => {
    const box = textBox.current;
    if (!list.current || !box) return undefined;
    return keepPositionedAt(list.current, () => characterPosition(box, start));
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
      aria-label={t(labels[trigger])}
      className="fixed inset-auto m-0 max-h-64 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain rounded-md bg-raised p-1 text-ink shadow-raised"
      // The text box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        // The text box keeps the focus and handles the keys.
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
  if (suggestion.trigger === '#') {
    return (
      <>
        <span className="min-w-0 grow truncate font-medium">#{suggestion.word}</span>
        <span className="shrink-0 text-sm text-muted">
          {t('composer.tagUses', { count: suggestion.threadsCount })}
        </span>
      </>
    );
  }
  if (suggestion.trigger === ':') {
    return (
      <>
        <span className="w-6 shrink-0 text-center text-xl">{suggestion.word}</span>
        <span className="min-w-0 grow truncate font-medium">{suggestion.name}</span>
      </>
    );
  }
  return (
    <>
      <Avatar name={suggestion.name} picture={suggestion.picture} size="sm" />
      <span className="min-w-0">
        <bdi className="block truncate font-medium">
          <EmojiText text={suggestion.name} authorUsername={suggestion.word} />
        </bdi>
        <span className="block truncate text-sm text-muted">@{suggestion.word}</span>
      </span>
    </>
  );
}

const gapPx = 4;
const edgePx = 8;

/** Keeps a popup below a line of text, or above it if there is no room. Returns the cleanup. */
function keepPositionedAt(
  popup: HTMLElement,
  getLinePosition: () => ReturnType<typeof characterPosition>,
) {
  const updatePosition = () => {
    const line = getLinePosition();
    const { offsetWidth: width, offsetHeight: height } = popup;
    const { clientWidth } = document.documentElement;
    // On phones, the visual viewport excludes the on-screen keyboard.
    const bottom = window.visualViewport?.height ?? window.innerHeight;
    const below = line.bottom + gapPx;
    const isRoomBelow = below + height + edgePx <= bottom;
    const above = Math.max(edgePx, line.top - gapPx - height);
    popup.style.top = `${isRoomBelow ? below : above}px`;
    popup.style.left = `${Math.max(edgePx, Math.min(line.left, clientWidth - width - edgePx))}px`;
  };
  updatePosition();
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('scroll', updatePosition, { signal, capture: true, passive: true });
  window.addEventListener('resize', updatePosition, { signal });
  window.visualViewport?.addEventListener('resize', updatePosition, { signal });
  return () => controller.abort();
}

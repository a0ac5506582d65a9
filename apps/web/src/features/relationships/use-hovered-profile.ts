import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';

const showDelayMs = 500;
const hideDelayMs = 250;
const profilePath = /^\/profile\/([^/]+)$/;

export interface HoveredProfile {
  link: HTMLAnchorElement;
  username: string;
}

type CardRef = RefObject<HTMLElement | null>;
type OnChange = (hovered: HoveredProfile | null) => void;

/**
 * The profile whose link has had the pointer or the keyboard's focus for a while. It stays while the
 * pointer or the focus is in its card. Null on touch.
 */
export function useHoveredProfile(card: CardRef): HoveredProfile | null {
  const [hovered, setHovered] = useState<HoveredProfile | null>(null);
  const { pathname: path } = useLocation();
  // Another page starts without a card.
  useEffect(() => watchProfileLinks(card, setHovered), [card, path]);
  return hovered;
}

function watchProfileLinks(card: CardRef, onChange: OnChange): () => void {
  const listening = new AbortController();
  const state = createHoverState(card, onChange);
  const options = { signal: listening.signal, passive: true };
  const hideUnlessInCard = ({ target }: Event) => {
    if (!state.isInCard(target)) state.set(null);
  };
  const onPointer = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') state.follow(target, findProfile(target));
  };
  const onFocus = (target: EventTarget | null) => {
    const isByKeyboard = target instanceof Element && target.matches(':focus-visible');
    if (!state.isReturned(target)) state.follow(target, isByKeyboard ? findProfile(target) : null);
  };
  document.addEventListener('pointerover', onPointer, options);
  document.addEventListener('focusin', ({ target }) => onFocus(target), options);
  document.addEventListener('keydown', (event) => handleKey(state, event), {
    signal: listening.signal,
  });
  document.addEventListener('pointerdown', hideUnlessInCard, options);
  document.addEventListener('scroll', hideUnlessInCard, { ...options, capture: true });
  // The link that loaded this code.
  const link = document.querySelector('a[href^="/profile/"]:hover') ?? document.activeElement;
  if (link?.matches(':hover, :focus-visible')) state.follow(link, findProfile(link));
  return () => {
    listening.abort();
    state.set(null);
  };
}

type HoverState = ReturnType<typeof createHoverState>;

function createHoverState(card: CardRef, onChange: OnChange) {
  let timer = 0;
  let shown: HoveredProfile | null = null;
  /** What is shown after the delay; undefined if nothing changes. */
  let pending: HTMLAnchorElement | null | undefined;
  /** The link that gets the focus back, without its card. */
  let returnedTo: HTMLAnchorElement | null = null;

  const keep = () => {
    clearTimeout(timer);
    pending = undefined;
  };
  const set = (hovered: HoveredProfile | null) => {
    keep();
    if (shown === hovered) return;
    shown = hovered;
    onChange(hovered);
  };
  const setLater = (hovered: HoveredProfile | null) => {
    const link = hovered?.link ?? null;
    if (pending === link) return;
    keep();
    pending = link;
    const change = () => {
      // The keyboard's focus stays in the card, and a list may have replaced the link.
      const hasFocus = card.current?.querySelector(':focus-visible') instanceof Element;
      if (link?.isConnected ?? !hasFocus) set(hovered);
    };
    timer = window.setTimeout(change, hovered ? showDelayMs : hideDelayMs);
  };
  const isInCard = (target: EventTarget | null) =>
    target instanceof Node && card.current?.contains(target) === true;

  return {
    set,
    isInCard,
    getLink: () => shown?.link,
    listFocusable: () => [
      ...(card.current?.querySelectorAll<HTMLElement>('a[href], button:enabled') ?? []),
    ],

    /** The pointer or the focus is on an element, which may belong to a link to a profile. */
    follow(target: EventTarget | null, found: HoveredProfile | null): void {
      const isCurrent = isInCard(target) || (found !== null && found.link === shown?.link);
      if (isCurrent || (found === null && shown === null)) keep();
      else setLater(found);
    },

    /** Gives the focus back to the link of the card, and hides it. */
    leave(): void {
      returnedTo = shown?.link ?? null;
      returnedTo?.focus();
      set(null);
    },

    /** Whether the focus is back on a link whose card was left. */
    isReturned(target: EventTarget | null): boolean {
      const isSame = returnedTo !== null && target === returnedTo;
      returnedTo = null;
      return isSame;
    },
  };
}

/** Escape hides the card. Tab moves from the link into the card, and from there behind the link. */
function handleKey(state: HoverState, event: KeyboardEvent): void {
  if (state.getLink() === undefined) return;
  if (event.key === 'Tab') handleTab(state, event);
  if (event.key !== 'Escape') return;
  if (state.isInCard(document.activeElement)) state.leave();
  else state.set(null);
}

function handleTab(state: HoverState, event: KeyboardEvent): void {
  const { activeElement } = document;
  const focusable = state.listFocusable();
  const end = focusable.at(event.shiftKey ? 0 : -1);
  const [first] = focusable;
  if (first && activeElement === state.getLink() && !event.shiftKey) {
    event.preventDefault();
    first.focus();
  } else if (state.isInCard(activeElement) && activeElement === end) {
    // Forwards, the browser continues behind the link.
    if (event.shiftKey) event.preventDefault();
    state.leave();
  }
}

/** Dialogs and menus keep the focus, and the page of a profile shows what the card would. */
function findProfile(target: EventTarget | null): HoveredProfile | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return null;
  if (link.closest('[role="dialog"], [role="menu"]')) return null;
  const username = profilePath.exec(link.pathname)?.[1];
  return username === undefined ? null : { link, username: decodeURIComponent(username) };
}

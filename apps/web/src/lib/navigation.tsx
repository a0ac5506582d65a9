import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { ReactNode } from 'react';
import { Router } from 'wouter';

/** The current entry of the browser's history. */
interface HistoryEntry {
  pathname: string;
  search: string;
  hash: string;
  /** Identifies the entry, also after going back to it. */
  key: string;
  /** As given to `navigate`. */
  state: unknown;
  /** Whether the user came here with Back, Forward or a new visit, not with a link. */
  isReturn: boolean;
}

interface NavigateOptions {
  /** Whether the page replaces the current history entry. */
  replace?: boolean;
  state?: unknown;
}

/** What the history stores with each entry. */
interface StoredEntry {
  key?: string;
  /** Position in this visit. The first entry has none. */
  index?: number;
  state?: unknown;
  /** Whether the entry belongs to a layer of `useCloseOnBack`, above the entry of the page. */
  isLayer?: boolean;
}

type Guard = (proceed: () => void) => void;

const listeners = new Set<(isReturn: boolean) => void>();
let guard: Guard | null = null;

/** Navigation that waits until the browser has left the entry of a closed layer. */
let waiting: (() => void)[] | null = null;

const EntryContext = createContext<HistoryEntry | null>(null);

/** Makes wouter render updates as transitions: the old page is shown until the new one is loaded. */
export function AppRouter({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(() => readEntry(true));
  useLayoutEffect(() => {
    const update = (isReturn: boolean) => {
      const next = readEntry(isReturn);
      startTransition(() => setEntry((shown) => (isSameEntry(shown, next) ? shown : next)));
    };
    const handlePop = () => update(true);
    listeners.add(update);
    window.addEventListener('popstate', handlePop);
    // A redirect may have come before, in the effects of the children.
    update(false);
    return () => {
      listeners.delete(update);
      window.removeEventListener('popstate', handlePop);
    };
  }, []);
  return (
    <EntryContext value={entry}>
      <Router hook={useWouterLocation}>{children}</Router>
    </EntryContext>
  );
}

export function useHistoryEntry(): HistoryEntry {
  const entry = useContext(EntryContext);
  if (!entry) throw new Error('useHistoryEntry requires an AppRouter');
  return entry;
}

/** The query of the URL. */
export function useSearchParams(): URLSearchParams {
  const { search } = useHistoryEntry();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/**
 * Opens a page of the app. The URL of the current page replaces its history entry. A page that
 * replaces another below an open layer closes the layer.
 */
export function navigate(
  to: string,
  { replace = false, state = null }: NavigateOptions = {},
): void {
  const { href, pathname } = new URL(to, window.location.href);
  const proceed = () => changeEntry(href, replace || href === window.location.href, state);
  if (replace && readStoredEntry().isLayer) leaveLayerEntry();
  if (waiting !== null) waiting.push(() => navigate(to, { replace, state }));
  else if (guard === null || replace || pathname === window.location.pathname) proceed();
  else guard(proceed);
}

/**
 * Goes back from the entry of a layer that was closed. The browser does so later: navigation that
 * comes first has to wait, because going back would undo it.
 */
export function leaveLayerEntry(): void {
  if (waiting !== null) return;
  waiting = [];
  const finish = () => {
    const navigations = waiting ?? [];
    waiting = null;
    for (const proceed of navigations) proceed();
  };
  window.addEventListener('popstate', finish, { once: true });
  window.history.back();
}

/** Scrolls to the top of the page. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0 });
  // The browser sends the event with its next frame. Before that, a list would measure a card that
  // was added at its top, and restore the previous position.
  window.dispatchEvent(new Event('scroll'));
}

/** Whether the user has opened no other page in this visit. */
export function isFirstEntry(): boolean {
  return readStoredEntry().index === undefined;
}

/**
 * Intercepts navigation to another page of the app. Navigation that replaces the history entry is
 * not intercepted: the end of a session, or signing out.
 * @param onLeave called with a function that continues the navigation
 */
export function useNavigationGuard(isActive: boolean, onLeave: Guard): void {
  const handleLeave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isActive) return undefined;
    const ownGuard: Guard = (proceed) => handleLeave(proceed);
    guard = ownGuard;
    return () => {
      if (guard === ownGuard) guard = null;
    };
  }, [isActive]);
}

function useWouterLocation(): [string, typeof navigate] {
  return [useHistoryEntry().pathname, navigate];
}

function changeEntry(href: string, isReplacing: boolean, state: unknown): void {
  const { index } = readStoredEntry();
  const next: StoredEntry = {
    key: crypto.randomUUID(),
    ...(isReplacing ? index !== undefined && { index } : { index: (index ?? 0) + 1 }),
    state,
  };
  if (isReplacing) window.history.replaceState(next, '', href);
  else window.history.pushState(next, '', href);
  for (const notify of listeners) notify(false);
}

function readEntry(isReturn: boolean): HistoryEntry {
  const { pathname, search, hash } = window.location;
  const { key = 'first', state = null } = readStoredEntry();
  return { pathname, search, hash, key, state, isReturn };
}

function readStoredEntry(): StoredEntry {
  // Only this module and the layers of `useCloseOnBack`, which copy it, set the state.
  return (window.history.state as StoredEntry | null) ?? {};
}

/** An open layer has its own history entry, which belongs to the same page. */
function isSameEntry(a: HistoryEntry, b: HistoryEntry): boolean {
  return a.key === b.key && a.pathname === b.pathname && a.search === b.search && a.hash === b.hash;
}

import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ReactNode } from 'react';
import { useBlocker, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { createStore } from './store.ts';
import type { Store } from './store.ts';

type Close = () => void;
type OnLeave = (proceed: () => void) => void;

interface Layers {
  /** How to close each open layer, the topmost last. */
  open: Store<readonly Close[]>;
  guards: Store<readonly OnLeave[]>;
}

/** A navigation that waits for a guard, or until the history entry of the dialogs has been left. */
interface WaitingNavigation {
  to: Location<unknown>;
  isReplacing: boolean;
  guard: OnLeave | null;
}

const LayersContext = createContext<Layers | null>(null);

/** Identifies the history entry of a page, also after going back to it and below open dialogs. */
export function getPageKey({ key, state }: Location<unknown>): string {
  return readLayerKey(state) ?? key;
}

export function usePageKey(): string {
  return getPageKey(useLocation());
}

/** Closes a dialog or another layer with the browser's Back, as users of phones expect. */
export function useCloseOnBack(isOpen: boolean, onClose: Close): void {
  const layers = useContext(LayersContext);
  const close = useEffectEvent(onClose);
  useEffect(
    () => (isOpen && layers ? add(layers.open, () => close()) : undefined),
    [isOpen, layers],
  );
}

/**
 * Intercepts links to another page of the app. A navigation that replaces the history entry is not
 * intercepted: the end of a session, or signing out.
 * @param onLeave called with a function that continues the navigation
 */
export function useNavigationGuard(isActive: boolean, onLeave: OnLeave): void {
  const layers = useContext(LayersContext);
  const leave = useEffectEvent(onLeave);
  useEffect(
    () =>
      isActive && layers ? add<OnLeave>(layers.guards, (proceed) => leave(proceed)) : undefined,
    [isActive, layers],
  );
}

/**
 * Gives the open dialogs of a page one history entry above the page's own, so that Back closes them.
 * A navigation from a dialog leaves this entry first. The router supports only one blocker, so this
 * one also serves the guards.
 */
export function HistoryLayers({ children }: { children: ReactNode }) {
  const [layers] = useState<Layers>(createLayers);
  useLayerEntry(layers, useInterception(layers));
  return <LayersContext value={layers}>{children}</LayersContext>;
}

function createLayers(): Layers {
  return {
    open: createStore<readonly Close[]>([]),
    guards: createStore<readonly OnLeave[]>([]),
  };
}

function useInterception({ guards }: Layers) {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<WaitingNavigation | null>(null);
  const isContinuing = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isReplacing = historyAction === 'REPLACE';
    if (isContinuing.current || historyAction === 'POP' || isLayerEntry(nextLocation)) return false;
    const isAnotherPage = nextLocation.pathname !== currentLocation.pathname;
    const guard = isAnotherPage && !isReplacing ? guards.get().at(-1) : undefined;
    if (guard === undefined && !isLayerEntry(currentLocation)) return false;
    setWaiting({ to: nextLocation, isReplacing, guard: guard ?? null });
    return true;
  });
  useEffect(() => {
    // The navigation is continued from `waiting`, so the router can forget it.
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  return {
    waiting,
    askGuard: (navigation: WaitingNavigation, guard: OnLeave) => {
      setWaiting(null);
      guard(() => setWaiting({ ...navigation, guard: null }));
    },
    proceed: ({ to, isReplacing }: WaitingNavigation) => {
      setWaiting(null);
      isContinuing.current = true;
      void navigate(to, { replace: isReplacing, state: to.state });
      isContinuing.current = false;
    },
  };
}

/** Adds the entry while a layer is open, and removes it afterward. */
function useLayerEntry(
  { open }: Layers,
  { waiting, askGuard, proceed }: ReturnType<typeof useInterception>,
): void {
  const navigate = useNavigate();
  const location: Location<unknown> = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const openLayers = open.useValue();
  const [closedCount, setClosedCount] = useState(0);
  /** The last two rendered locations. Back can be pressed before the timer below handles a location. */
  const rendered = useRef({ previous: location, current: location });
  const handled = useRef(location);
  /** The location from which this hook has navigated. The next one may render later. */
  const left = useRef<Location<unknown>>(null);

  const syncPageEntry = (isBack: boolean) => {
    const close = open.get().at(-1);
    if (waiting) {
      left.current = location;
      proceed(waiting);
    } else if (isBack && close) {
      close();
      // The layer may stay open, below a confirm dialog.
      setClosedCount((count) => count + 1);
    } else if (close) {
      left.current = location;
      const { key, state, ...page } = location;
      const layerState = { ...toObject(state), pageKey: key };
      void navigate(page, { state: layerState, preventScrollReset: true });
    }
  };
  const sync = useEffectEvent(() => {
    const before = rendered.current.previous;
    const isHandled = handled.current === location;
    handled.current = location;
    if (left.current === location) return;
    if (waiting?.guard) {
      askGuard(waiting, waiting.guard);
    } else if (!isLayerEntry(location)) {
      const hasMoved = !isHandled && left.current !== before;
      syncPageEntry(isReturn && hasMoved && isLayerEntry(before));
    } else if (waiting || open.get().length === 0) {
      left.current = location;
      void navigate(-1);
    }
  });
  // A layout effect: a timer of an earlier location could run `sync` before effects without layout.
  useLayoutEffect(() => {
    const { current } = rendered.current;
    if (current !== location) rendered.current = { previous: current, current: location };
  }, [location]);
  useEffect(() => {
    // After all effects: one dialog may close while another opens.
    const timer = setTimeout(() => sync());
    return () => clearTimeout(timer);
  }, [location, waiting, openLayers, closedCount]);
}

function add<Entry>(store: Store<readonly Entry[]>, entry: Entry): () => void {
  store.set([...store.get(), entry]);
  return () => store.set(store.get().filter((other) => other !== entry));
}

function isLayerEntry({ state }: Location<unknown>): boolean {
  return readLayerKey(state) !== null;
}

/** The key of the page's own entry, from the state of the entry of its dialogs. */
function readLayerKey(state: unknown): string | null {
  const { pageKey } = toObject(state);
  return typeof pageKey === 'string' ? pageKey : null;
}

function toObject(state: unknown): { pageKey?: unknown } {
  return typeof state === 'object' && state !== null ? state : {};
}

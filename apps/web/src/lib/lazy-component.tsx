import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createLoader } from './loader.ts';
import type { Loader } from './loader.ts';

interface FallbackProps {
  /** Shown until the code has been loaded; nothing by default. */
  fallback?: ReactNode;
}

export interface LazyComponent<Props> {
  (props: Props & FallbackProps): ReactNode;
  /** Loads the code, when the user is about to need it. A failure is reported when it is rendered. */
  preload: () => void;
}

/**
 * A component that loads its code when it is rendered for the first time. If that fails, it throws
 * the error to the next error boundary, and loads again when it is mounted again.
 *
 * Used instead of `lazy` with `Suspense`, because React shows content at the earliest 300 ms after
 * the fallback, even if the code arrives after 10 ms.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return componentOf(createLoader(load));
}

/** Like `lazyComponent`, for code that other modules can load too. */
export function componentOf<Props extends object>({
  load,
  getLoaded,
}: Loader<ComponentType<Props>>): LazyComponent<Props> {
  function LazyComponent({ fallback = null, ...props }: Props & FallbackProps) {
    const [Loaded, setLoaded] = useState(getLoaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => setLoaded(() => component),
        (error: unknown) => setFailure({ error }),
      );
    }, [Loaded]);
    if (failure) throw failure.error;
    // Without `fallback`, these are the component's own props.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : fallback;
  }
  const preload = () => {
    load().catch(() => {
      // It is loaded again when it is rendered.
    });
  };
  return Object.assign(LazyComponent, { preload });
}

import { useEffect, useEffectEvent, useState } from 'react';
import { useCloseOnBack } from '../../../lib/close-on-back.ts';
import { useNavigationGuard } from '../../../lib/guard-navigation.ts';

interface Options {
  /** Whether the form may hold something that is not saved. */
  isEditing: boolean;
  hasChanges: () => boolean;
  /** Ends the editing, with nothing saved. */
  discard: () => void;
}

/**
 * Asks before changes are lost: by a link, the browser's Back, a reload or a closed tab. Back takes
 * one out of the editing first.
 */
export function useUnsavedChangesGuard({ isEditing, hasChanges, discard }: Options) {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const leave = (next: () => void) => {
    if (hasChanges()) setGoOn(() => next);
    else next();
  };
  useNavigationGuard(isEditing, leave);
  useCloseOnBack(isEditing, () => leave(discard));
  useUnloadWarning(isEditing, hasChanges);
  return {
    isAsking: goOn !== null,
    confirm: () => {
      setGoOn(null);
      goOn?.();
    },
    stay: () => setGoOn(null),
  };
}

export type UnsavedChangesGuard = ReturnType<typeof useUnsavedChangesGuard>;

function useUnloadWarning(isEditing: boolean, hasChanges: () => boolean): void {
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (hasChanges()) event.preventDefault();
  });
  useEffect(() => {
    if (!isEditing) return undefined;
    const listener = (event: BeforeUnloadEvent) => onUnload(event);
    window.addEventListener('beforeunload', listener);
    return () => window.removeEventListener('beforeunload', listener);
  }, [isEditing]);
}

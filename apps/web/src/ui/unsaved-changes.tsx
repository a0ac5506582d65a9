import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { withMessages } from '../i18n/load-messages.ts';
import { useCloseOnBack, useNavigationGuard } from '../lib/history-layers.tsx';

const Confirmation = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./unsaved-changes-dialog.tsx')).UnsavedChangesDialog }),
    'overlays',
  ),
);

interface Options {
  /** Whether the form may have unsaved changes. */
  isEditing: boolean;
  hasChanges: () => boolean;
  /** Stops editing without saving. */
  discard: () => void;
}

/**
 * Asks for confirmation before unsaved changes are lost by a link, Back, a reload or a closed tab.
 * Back stops editing before it leaves the page.
 */
export function useUnsavedChangesGuard({ isEditing, hasChanges, discard }: Options) {
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  const leave = (next: () => void) => {
    if (hasChanges()) setProceed(() => next);
    else next();
  };
  useNavigationGuard(isEditing, leave);
  useCloseOnBack(isEditing, () => leave(discard));
  useUnloadWarning(isEditing, hasChanges);
  return {
    isConfirming: proceed !== null,
    confirm: () => {
      setProceed(null);
      proceed?.();
    },
    stay: () => setProceed(null),
  };
}

export type UnsavedChangesGuard = ReturnType<typeof useUnsavedChangesGuard>;

/** The confirmation of a guard. */
export function UnsavedChangesConfirmation({ guard }: { guard: UnsavedChangesGuard }) {
  return (
    guard.isConfirming && (
      <Suspense>
        <Confirmation onDiscard={guard.confirm} onCancel={guard.stay} />
      </Suspense>
    )
  );
}

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

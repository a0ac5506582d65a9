import { useState } from 'react';
import { isPosting } from '../editor/composer-reducer.ts';
import type { Composer } from '../editor/use-composer.ts';

/** Closing a composer clears it. If it has content, the user must confirm. */
export function useCloseConfirmation(composer: Composer, onClose: () => void) {
  const [isConfirming, setIsConfirming] = useState(false);
  const discard = () => {
    composer.discard();
    setIsConfirming(false);
    onClose();
  };
  return {
    /** Handles Cancel, Escape and the close button. */
    requestClose: () => {
      // While posting, this cancels the request and keeps the content.
      if (isPosting(composer.state)) composer.cancelPosting();
      else if (composer.hasChanges) setIsConfirming(true);
      else discard();
    },
    isConfirming,
    discard,
    cancel: () => setIsConfirming(false),
  };
}

export type CloseConfirmation = ReturnType<typeof useCloseConfirmation>;

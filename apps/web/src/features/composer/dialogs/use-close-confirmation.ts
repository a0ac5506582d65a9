import { useState } from 'react';
import { isPosting } from '../editor/composer-reducer.ts';
import type { Composer } from '../editor/use-composer.ts';

/** Closing a composer clears it (spec, section 4): after a question, if that loses something. */
export function useClosing(composer: Composer, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => {
    composer.discard();
    setIsAsking(false);
    onClose();
  };
  return {
    /** What Cancel, Escape and the close button do. */
    request: () => {
      // While posting it stops the posting, and all stays to be posted.
      if (isPosting(composer.state)) composer.cancelPosting();
      else if (composer.hasChanges) setIsAsking(true);
      else discard();
    },
    isAsking,
    discard,
    stay: () => setIsAsking(false),
  };
}

export type Closing = ReturnType<typeof useClosing>;

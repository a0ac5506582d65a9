import { useRef, useState } from 'react';
import { isPosting } from '../editor/composer-reducer.ts';
import { isRestoring } from '../chain/parts-reducer.ts';
import type { DraftSaving } from '../drafts/use-saved-draft.ts';
import type { Composer } from '../editor/use-composer.ts';

/** Closing a composer clears it. If it has content, the user must confirm or save it. */
export function useCloseConfirmation(composer: Composer, onClose: () => void) {
  const [isConfirming, setIsConfirming] = useState(false);
  const next = useRef(onClose);
  const { saving } = composer;
  const close = () => {
    setIsConfirming(false);
    next.current();
  };
  const clear = () => {
    composer.clear();
    close();
  };
  const saveWith = async ({ save }: DraftSaving) => {
    if (await save()) clear();
  };
  return {
    /**
     * Handles Cancel, Escape and the close button.
     * @param then Called in place of `onClose`
     */
    requestClose: (then = onClose) => {
      next.current = then;
      // While posting, this cancels the request and keeps the content.
      if (isPosting(composer.state)) composer.cancelPosting();
      // The draft stays on the device with the files that are not loaded yet.
      else if (isRestoring(composer.state)) next.current();
      else if (composer.hasChanges) setIsConfirming(true);
      else clear();
    },
    isConfirming,
    discard: () => {
      composer.discard();
      close();
    },
    /** Keeps the content, or stops saving it. */
    cancel: () => {
      if (saving && saving.progress !== null) saving.cancelSave();
      else setIsConfirming(false);
    },
    isPending: composer.isPending,
    /** Whether the content changes a draft that was saved before. */
    isSavedBefore: composer.state.saved !== null,
    /** The uploaded fraction while it is being saved; null otherwise. */
    savingProgress: saving?.progress ?? null,
    /** Saves the content as a draft and closes; null if that is not possible. */
    save: saving && (() => void saveWith(saving)),
  };
}

export type CloseConfirmation = ReturnType<typeof useCloseConfirmation>;

import { useRef } from 'react';
import type { RefObject } from 'react';
import { useCloseConfirmation } from './use-close-confirmation.ts';
import type { CloseConfirmation } from './use-close-confirmation.ts';
import { useComposer } from '../editor/use-composer.ts';
import type { Composer, ComposerOptions } from '../editor/use-composer.ts';

export interface ComposerDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export interface ComposerDialog {
  isOpen: boolean;
  composer: Composer;
  closeConfirmation: CloseConfirmation;
  textBox: RefObject<HTMLTextAreaElement | null>;
}

interface ComposerDialogOptions<Result> extends Omit<ComposerOptions<Result>, 'onPosted'> {
  onPosted?: (result: Result | null) => void;
}

/** A composer in a dialog that closes after posting. */
export function useComposerDialog<Result>(
  { isOpen, onClose }: ComposerDialogProps,
  options: ComposerDialogOptions<Result>,
): ComposerDialog {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const { onPosted } = options;
  const composer = useComposer({
    ...options,
    onPosted: (result) => {
      onClose();
      onPosted?.(result);
    },
  });
  return { isOpen, composer, closeConfirmation: useCloseConfirmation(composer, onClose), textBox };
}

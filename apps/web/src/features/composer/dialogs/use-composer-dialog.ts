import { useRef } from 'react';
import type { RefObject } from 'react';
import { useClosing } from './use-close-confirmation.ts';
import type { Closing } from './use-close-confirmation.ts';
import { useComposer } from '../editor/use-composer.ts';
import type { Composer, ComposerOptions } from '../editor/use-composer.ts';

/** What every dialog of the composer is given. */
export interface ComposerDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A composer in a dialog. */
export interface ComposerDialog {
  isOpen: boolean;
  composer: Composer;
  closing: Closing;
  textBox: RefObject<HTMLTextAreaElement | null>;
}

interface ComposerDialogOptions<Result> extends Omit<ComposerOptions<Result>, 'onPosted'> {
  onPosted?: (result: Result) => void;
}

/** A composer in a dialog, which closes once it has posted. */
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
  return { isOpen, composer, closing: useClosing(composer, onClose), textBox };
}

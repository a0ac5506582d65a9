import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ComposerDialog } from './use-composer-dialog.ts';
import { DiscardQuestion } from './discard-confirm-dialog.tsx';

interface ComposerFrameProps {
  dialog: ComposerDialog;
  title: string;
  /** The question before something is thrown away. */
  discardTitle: string;
  children: ReactNode;
  footer: ReactNode;
}

/** The dialog around a composer. */
export function ComposerFrame(props: ComposerFrameProps) {
  const { dialog, title, discardTitle, children, footer } = props;
  const { isOpen, closing, textBox } = dialog;
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={closing.request}
        title={title}
        initialFocus={textBox}
        footer={footer}
      >
        {children}
      </Dialog>
      <DiscardQuestion title={discardTitle} closing={closing} />
    </>
  );
}

import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ComposerDialog } from './use-composer-dialog.ts';
import { DiscardConfirmDialog } from './discard-confirm-dialog.tsx';

interface ComposerFrameProps {
  dialog: ComposerDialog;
  title: string;
  /** The title of the confirmation before content is discarded. */
  discardTitle: string;
  children: ReactNode;
  footer: ReactNode;
}

/** The dialog around a composer. */
export function ComposerFrame(props: ComposerFrameProps) {
  const { dialog, title, discardTitle, children, footer } = props;
  const { isOpen, closeConfirmation, textBox } = dialog;
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={closeConfirmation.requestClose}
        title={title}
        initialFocus={textBox}
        footer={footer}
      >
        {children}
      </Dialog>
      <DiscardConfirmDialog title={discardTitle} closeConfirmation={closeConfirmation} />
    </>
  );
}

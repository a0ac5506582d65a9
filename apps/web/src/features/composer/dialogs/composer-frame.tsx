import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ComposerDialog } from './use-composer-dialog.ts';
import { CloseConfirmDialog } from './discard-confirm-dialog.tsx';

interface ComposerFrameProps {
  dialog: ComposerDialog;
  title: string;
  /** A button in the header. */
  action?: ReactNode;
  /** The title of the confirmation before content is discarded. */
  discardTitle: string;
  children: ReactNode;
  footer: ReactNode;
}

/** The dialog around a composer. */
export function ComposerFrame(props: ComposerFrameProps) {
  const { dialog, title, action, discardTitle, children, footer } = props;
  const { isOpen, closeConfirmation, textBox } = dialog;
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={() => closeConfirmation.requestClose()}
        title={title}
        action={action}
        initialFocus={textBox}
        footer={footer}
      >
        {children}
      </Dialog>
      <CloseConfirmDialog discardTitle={discardTitle} closeConfirmation={closeConfirmation} />
    </>
  );
}

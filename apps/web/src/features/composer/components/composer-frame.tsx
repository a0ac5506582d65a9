import type { ReactNode, RefObject } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { Closing } from '../model/use-closing.ts';
import { DiscardQuestion } from './discard-question.tsx';

/** What every dialog of the composer is given. */
export interface ComposerDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

interface ComposerFrameProps {
  isOpen: boolean;
  closing: Closing;
  title: string;
  /** The question before something is thrown away. */
  discardTitle: string;
  textBox: RefObject<HTMLTextAreaElement | null>;
  children: ReactNode;
  footer: ReactNode;
}

/** The dialog around a composer. */
export function ComposerFrame(props: ComposerFrameProps) {
  const { isOpen, closing, title, discardTitle, textBox, children, footer } = props;
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

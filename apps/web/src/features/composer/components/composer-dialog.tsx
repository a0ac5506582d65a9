import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { ComposerRequest } from '../../../lib/composer-request.ts';
import { t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { hasContent, isPosting } from '../model/composer-reducer.ts';
import { useComposer } from '../model/use-composer.ts';
import { ComposerFooter } from './composer-footer.tsx';
import { ComposerForm } from './composer-form.tsx';

interface ComposerDialogProps {
  request: ComposerRequest;
  isOpen: boolean;
  onClose: () => void;
}

/** The new-thread dialog (spec, sections 2 and 4). Closing it clears it, after asking. */
export function ComposerDialog({ isOpen, onClose }: ComposerDialogProps) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const composer = useComposer(() => {
    onClose();
    void navigate(paths.feed);
  });
  const { state } = composer;
  const textBox = useRef<HTMLTextAreaElement>(null);

  const discard = () => {
    composer.discard();
    setIsAsking(false);
    onClose();
  };
  const requestClose = () => {
    // While posting, closing means what Cancel means then: it stops, and all stays to be posted.
    if (isPosting(state)) composer.cancelPosting();
    else if (hasContent(state)) setIsAsking(true);
    else discard();
  };

  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={requestClose}
        title={t('composer.title')}
        initialFocus={textBox}
        footer={<ComposerFooter composer={composer} />}
      >
        <ComposerForm composer={composer} textBox={textBox} />
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('composer.discardTitle')}
        text={t('composer.discardText')}
        confirmLabel={t('composer.discard')}
        isDangerous
        onConfirm={discard}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

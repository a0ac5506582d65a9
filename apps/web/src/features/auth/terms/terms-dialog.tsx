import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { Terms } from './terms.tsx';

interface TermsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function TermsDialog({ isOpen, onClose }: TermsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('auth.terms')}>
      <div className="px-5 py-5">
        <Terms />
      </div>
    </Dialog>
  );
}

import { Dialog } from '../../../components/ui/dialog.tsx';
import { enWelcome } from '../../../lib/i18n/en-welcome.ts';
import { addMessages, t } from '../../../lib/i18n/index.ts';
import { getInstanceName } from '../../../lib/instance.ts';

addMessages(enWelcome);

interface TermsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function TermsDialog({ isOpen, onClose }: TermsDialogProps) {
  const instance = getInstanceName();
  const terms = [
    t('terms.own', { instance }),
    t('terms.lawful'),
    t('terms.kind'),
    t('terms.private'),
    t('terms.removal', { instance }),
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('auth.terms')}>
      <ol className="flex list-decimal flex-col gap-3 py-5 pr-6 pl-10 marker:text-muted">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
    </Dialog>
  );
}

import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { getInstanceName } from '../../../lib/instance.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast.ts';

interface RecoveryCodesDialogProps {
  isOpen: boolean;
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ isOpen, codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('security.codesCopied'));
    } catch {
      // The clipboard needs HTTPS and permission. The codes can be saved or selected.
      toast.error(t('security.copyFailed'));
    }
  };
  const save = () => {
    const name = `${getInstanceName()} ${t('security.codesFile')}.txt`;
    saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), name);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('security.codesTitle')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => void copy()}>
            {t('security.copy')}
          </Button>
          <Button variant="secondary" onClick={save}>
            {t('security.save')}
          </Button>
          <Button onClick={onClose}>{t('security.codesDone')}</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <p>{t('security.codesText')}</p>
        <ul className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono min-[30rem]:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

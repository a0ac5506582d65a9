import { getDomain } from '@skein/contracts/text';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { LayerProps } from '../../../ui/layout/lazy-overlay.tsx';
import { t } from '../../../i18n/index.ts';
import { useSendReport } from './send-report.mutation.ts';
import { ReportConfirmation } from './report-confirmation.tsx';
import { ReportForm } from './report-form.tsx';
import type { ReportRequest } from '../../../lib/dialogs.tsx';

/** Reports a user, thread or message, then offers to mute or block the author. */
export function ReportDialog({ request, isOpen, onClose }: LayerProps<ReportRequest>) {
  const report = useSendReport(request);
  const formId = useId();
  if (report.isSuccess) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={t('report.doneTitle')}
        footer={
          <div className="flex justify-end">
            <Button onClick={onClose}>{t('report.close')}</Button>
          </div>
        }
      >
        <ReportConfirmation request={request} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(`report.title.${request.targetType}`, { name: request.name })}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} isBusy={report.isPending}>
            {t('report.send')}
          </Button>
        </div>
      }
    >
      <ReportForm
        id={formId}
        name={request.name}
        domain={getDomain(request.username)}
        onSend={report.mutate}
      />
    </Dialog>
  );
}

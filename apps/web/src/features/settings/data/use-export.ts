import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast.ts';
import { toFormError } from '../../auth/account/form-error.ts';
import { downloadExport } from './export-account.ts';

/** Downloads the export and reports its progress. Leaving the page aborts it. */
export function useExport(username: string) {
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const abortOnUnmount = useRef<AbortController | null>(null);
  useEffect(() => () => abortOnUnmount.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    abortOnUnmount.current = controller;
    setReceivedBytes(0);
    try {
      const file = await downloadExport(controller.signal, setReceivedBytes);
      saveFile(file, `${username}-${new Date().toISOString().slice(0, 10)}.zip`);
    } catch (error) {
      if (controller.signal.aborted) return;
      const { message } = toFormError(error, t('export.failedText'));
      toast.error(t('export.failed'), message);
    }
    setReceivedBytes(null);
  };
  return { receivedBytes, start };
}

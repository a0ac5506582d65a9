import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { readFailure } from '../../auth/model/read-failure.ts';
import { downloadExport } from '../api/export-account.ts';
import { saveFile } from './save-file.ts';

/** Fetches everything of the viewer, and tells how much has come; leaving the screen ends it. */
export function useExport(username: string) {
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    leaving.current = controller;
    setReceivedBytes(0);
    try {
      const file = await downloadExport(controller.signal, setReceivedBytes);
      saveFile(file, `${username}-${new Date().toISOString().slice(0, 10)}.zip`);
    } catch (error) {
      if (controller.signal.aborted) return;
      const { message } = readFailure(error, t('export.failedText'));
      toast.error(t('export.failed'), message);
    }
    setReceivedBytes(null);
  };
  return { receivedBytes, start };
}

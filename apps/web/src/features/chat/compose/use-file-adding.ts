import { useRef } from 'react';
import { loadUpload } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import type { Conversation } from '../model/conversation.ts';

/**
 * Adds files to the draft of a conversation, for which code may have to be loaded. `afterAdding` runs
 * the action when all files have been added, or never if one cannot be.
 */
export function useFileAdding(conversation: Conversation, onProblem: (problem: string) => void) {
  const pending = useRef<Promise<boolean> | null>(null);

  const add = async (files: readonly File[]): Promise<boolean> => {
    loadUpload().catch(() => {
      // Sending loads it again.
    });
    try {
      const { addFiles } = await withMessages(() => import('./add-files.ts'), 'composer');
      const { attachments, problems } = addFiles(conversation.getState().draft.attachments, files);
      onProblem(problems.join('\n'));
      conversation.attachFiles(attachments);
      return problems.length === 0;
    } catch {
      onProblem(t('common.networkError'));
      return false;
    }
  };

  return {
    addFiles: (files: readonly File[]) => {
      const adding = Promise.all([pending.current, add(files)]).then((results) => {
        if (pending.current === adding) pending.current = null;
        return !results.includes(false);
      });
      pending.current = adding;
    },
    afterAdding: (action: () => void) => {
      if (pending.current === null) action();
      else void pending.current.then((isComplete) => isComplete && action());
    },
  };
}

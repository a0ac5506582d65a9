import { useRef } from 'react';
import { loadUpload } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import type { ConversationStore } from '../model/conversation-store.ts';

/** Files that are being added, possibly in several steps. */
interface Batch {
  pendingCount: number;
  problems: Set<string>;
  /** The text of the draft that is sent with the files; null if it is not to be sent. */
  textToSend: string | null;
}

/**
 * Adds files to the draft of a conversation, for which code may have to be loaded. `send` waits until all
 * files have been added. If one cannot be, or the text is changed or a message edited meanwhile, the draft
 * stays in the message box.
 */
export function useFileAdding(store: ConversationStore, onProblem: (problem: string) => void) {
  const batch = useRef<Batch | null>(null);

  const add = async (
    files: readonly File[],
    altText: string | undefined,
    { problems }: Batch,
  ): Promise<void> => {
    loadUpload().catch(() => {
      // Sending loads it again.
    });
    try {
      const { addFiles } = await withMessages(() => import('./add-files.ts'), 'composer');
      const added = addFiles(store.getState().draft.attachments, files, altText);
      for (const problem of added.problems) problems.add(problem);
      store.attachFiles(added.attachments);
    } catch {
      problems.add(t('common.networkError'));
    }
    onProblem([...problems].join('\n'));
  };

  const addFiles = async (files: readonly File[], altText?: string): Promise<void> => {
    batch.current ??= { pendingCount: 0, problems: new Set(), textToSend: null };
    const current = batch.current;
    current.pendingCount += 1;
    await add(files, altText, current);
    current.pendingCount -= 1;
    if (current.pendingCount > 0) return;
    batch.current = null;
    const { draft, editing } = store.getState();
    const isUnchanged = draft.text === current.textToSend && editing === null;
    if (isUnchanged && current.problems.size === 0) store.send();
  };

  return {
    addFiles,
    /** Sends the draft, or stores the message that is being edited. */
    send: () => {
      const { draft, editing } = store.getState();
      if (batch.current === null || editing !== null) store.send();
      else batch.current.textToSend = draft.text;
    },
  };
}

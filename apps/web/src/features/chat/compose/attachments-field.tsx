import { AttachmentList } from '../../composer/attachments/attachment-list.tsx';
import { reduceAttachments } from '../../composer/attachments/attachments-reducer.ts';
import type { AttachmentAction } from '../../composer/attachments/attachments-reducer.ts';
import { AttachmentsBox } from './attachments-box.tsx';
import { describeProblem } from './add-files.ts';
import { toAttachments } from './to-attachments.ts';
import type { Attachment } from '../model/conversation-state.ts';

interface AttachmentsFieldProps {
  attachments: readonly Attachment[];
  onChange: (attachments: Attachment[]) => void;
  /** Called with the reason when a file was removed because the browser cannot decode it. */
  onProblem: (problem: string) => void;
}

/** The attached files of the message box, in the order in which they are sent. */
export function AttachmentsField({ attachments, onChange, onProblem }: AttachmentsFieldProps) {
  const dispatch = (action: AttachmentAction) => {
    const before = { attachments: [...attachments], restoring: [], problems: [] };
    const after = reduceAttachments(before, action, 0);
    onChange(toAttachments(after.attachments, attachments));
    for (const problem of after.problems) onProblem(describeProblem(problem));
  };
  return (
    <AttachmentsBox>
      <AttachmentList
        state={{ attachments: [...attachments], restoring: [], progress: null, undescribed: null }}
        dispatch={dispatch}
      />
    </AttachmentsBox>
  );
}

import { reduceAttachments, toFilesAdded } from '../../composer/attachments/attachments-reducer.ts';
import type { AttachmentProblem } from '../../composer/attachments/attachments-reducer.ts';
import { describeProblem as describeInThread } from '../../composer/attachments/describe-problem.ts';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../model/conversation-state.ts';
import { toAttachments } from './to-attachments.ts';

/** The attachments with those of the files that can be added, and why others cannot. */
export function addFiles(
  attachments: readonly Attachment[],
  files: readonly File[],
  altText?: string,
): { attachments: Attachment[]; problems: string[] } {
  const action = toFilesAdded(files, altText);
  const problems = [...action.problems];
  const supported = action.attachments.filter(({ kind, file: { name: fileName } }) => {
    if (kind === 'document') problems.push({ reason: 'unsupported', fileName });
    return kind !== 'document';
  });
  const before = { attachments: [...attachments], restoring: [], problems: [] };
  const added = reduceAttachments(before, { ...action, attachments: supported, problems }, 0);
  const changed = toAttachments(added.attachments, attachments);
  const texts = new Set(added.problems.map(describeProblem));
  // A recording is a message of its own.
  const isRecording = changed[0]?.kind === 'audio';
  const kept = changed.filter(({ kind }, index) => (isRecording ? index === 0 : kind !== 'audio'));
  if (kept.length < changed.length) texts.add(t('chat.problem.mixed'));
  return { attachments: kept, problems: [...texts] };
}

/** Why a selected file was rejected. Messages have other limits and formats than threads. */
export function describeProblem(problem: AttachmentProblem): string {
  switch (problem.reason) {
    case 'too-many':
      return t('chat.problem.too-many', { max: problem.max });
    case 'unsupported':
      return t('chat.problem.unsupported', { name: problem.fileName });
    default:
      return describeInThread(problem);
  }
}

import type { AttachmentProblem } from '../../composer/attachments/attachments-reducer.ts';
import { describeProblem as describeInThread } from '../../composer/attachments/describe-problem.ts';
import { t } from '../../../i18n/index.ts';

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

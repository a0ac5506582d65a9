import type { AttachmentProblem } from '../../composer/attachments/attachments-reducer.ts';
import { listFormatNames } from '../../composer/attachments/file-kinds.ts';
import { t } from '../../../i18n/index.ts';

export function describeProblem(problem: AttachmentProblem): string {
  switch (problem.reason) {
    case 'too-many':
      return t('chat.problem.too-many', { max: problem.max });
    case 'too-large':
      return t('chat.problem.too-large', {
        name: problem.fileName,
        megabytes: problem.maxBytes / 1024 / 1024,
      });
    case 'not-allowed':
      return t('chat.problem.not-allowed', {
        name: problem.fileName,
        formats: listFormatNames(),
      });
    case 'empty':
    case 'broken':
    case 'unsupported':
      return t(`chat.problem.${problem.reason}`, { name: problem.fileName });
  }
}

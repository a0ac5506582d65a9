import { t } from '../../../i18n/index.ts';
import type { AttachmentProblem } from './attachments-reducer.ts';
import { listFormatNames } from './file-kinds.ts';

/** Why a selected file was rejected, or files of a draft are missing. */
export function describeProblem(problem: AttachmentProblem): string {
  switch (problem.reason) {
    case 'too-many':
      return t('composer.problem.too-many', { max: problem.max });
    case 'too-large':
      return t('composer.problem.too-large', {
        name: problem.fileName,
        megabytes: problem.maxBytes / 1024 / 1024,
      });
    case 'not-allowed':
      return t('composer.problem.not-allowed', {
        name: problem.fileName,
        formats: listFormatNames(),
      });
    case 'not-loaded':
      return problem.fileNames.length === 0
        ? t('composer.problem.not-loaded')
        : t('composer.problem.lost', { names: problem.fileNames.join(', ') });
    case 'empty':
    case 'broken':
    case 'unsupported':
      return t(`composer.problem.${problem.reason}`, { name: problem.fileName });
  }
}

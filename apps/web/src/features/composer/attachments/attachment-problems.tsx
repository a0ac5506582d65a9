import { t } from '../../../i18n/index.ts';
import type { AttachmentProblem } from './attachments-reducer.ts';
import { listFormatNames } from './file-kinds.ts';

/** Why some of the selected files were rejected. */
export function AttachmentProblems({ problems }: { problems: AttachmentProblem[] }) {
  const messages = [...new Set(problems.map(describeProblem))];
  return (
    <div role="alert" className="text-sm text-danger">
      {messages.length > 0 && (
        <ul className="mt-1">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeProblem(problem: AttachmentProblem): string {
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
    case 'empty':
    case 'broken':
    case 'unsupported':
      return t(`composer.problem.${problem.reason}`, { name: problem.fileName });
  }
}

import type { AttachmentProblem } from './attachments-reducer.ts';
import { describeProblem } from './describe-problem.ts';

/** Why some of the selected files were rejected, or files of the draft are missing. */
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

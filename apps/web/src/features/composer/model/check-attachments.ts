import { imageMaxBytes } from '@skein/contracts/limits';

export type AttachmentProblem =
  { reason: 'not-an-image' | 'too-large' | 'empty'; fileName: string } | { reason: 'too-many' };

/** Parts files into those worth uploading and those the server would refuse anyway. */
export function checkAttachments(files: readonly File[]): {
  accepted: File[];
  problems: AttachmentProblem[];
} {
  const accepted: File[] = [];
  const problems: AttachmentProblem[] = [];
  for (const file of files) {
    const reason = problemOf(file);
    if (reason === null) accepted.push(file);
    else problems.push({ reason, fileName: file.name });
  }
  return { accepted, problems };
}

function problemOf(file: File) {
  if (!file.type.startsWith('image/')) return 'not-an-image';
  if (file.size === 0) return 'empty';
  if (file.size > imageMaxBytes) return 'too-large';
  return null;
}

import { fromLocalInput } from '../../../lib/local-time.ts';
import { getWarning } from '../editor/composer-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { composeContent } from '../editor/topic.ts';
import { toPollInput } from '../poll/poll-draft.ts';
import type { RequestOptions, Submission } from './submit-action.ts';

/** The content of a composer as it is sent. */
export function toSubmission(state: ComposerState, requestOptions: RequestOptions): Submission {
  const { topic, text, replyPermission, audience, language, isSensitive, poll, parts } = state;
  return {
    ...requestOptions,
    content: composeContent(topic, text),
    replyPermission,
    audience,
    language,
    contentWarning: getWarning(state),
    isSensitive,
    scheduledAt: state.scheduledAt === null ? null : fromLocalInput(state.scheduledAt),
    poll: poll && toPollInput(poll),
    ...collectFiles(state),
    parts: parts.map((part) => ({ content: part.text, ...collectFiles(part) })),
    savedDraft: null,
  };
}

const collectFiles = ({ attachments }: Pick<ComposerState, 'attachments'>) => ({
  files: attachments.flatMap(({ file }) => (file instanceof File ? [file] : [])),
  uploadIds: [],
  posters: attachments.map(({ poster = null }) => poster),
  captions: attachments.map(({ captions = [] }) => captions),
  altTexts: attachments.map(({ altText }) => altText),
  focuses: attachments.map(({ focus }) => (focus ? `${focus.x},${focus.y}` : '')),
});

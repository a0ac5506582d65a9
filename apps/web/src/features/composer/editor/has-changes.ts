import { isBlank } from '@skein/contracts/text';
import { haveFilesChanged } from '../attachments/attachments-reducer.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import { hasPartContent, isRestoring } from '../chain/parts-reducer.ts';
import { isPollEmpty } from '../poll/poll-draft.ts';
import { getWarning } from './composer-reducer.ts';
import type { ComposerState } from './composer-reducer.ts';
import type { Draft } from './draft.ts';

/** Whether the content differs from the initial content. */
export function hasChanges(
  state: ComposerState,
  start: Draft,
  files: readonly Attachment[] = [],
): boolean {
  const { text, topic, poll, parts } = state;
  const isTextNew = text !== start.text && !(isBlank(text) && isBlank(start.text));
  const isTopicNew = topic !== start.topic && !isBlank(topic);
  const hasContent =
    isRestoring(state) ||
    haveFilesChanged(state, files) ||
    (poll !== null && !isPollEmpty(poll)) ||
    parts.some(hasPartContent);
  return isTextNew || isTopicNew || haveDetailsChanged(state, start) || hasContent;
}

function haveDetailsChanged(state: ComposerState, start: Draft): boolean {
  // The language of a new text is no content.
  const isLanguageNew = state.language !== start.language && !isBlank(start.text);
  const isWarningNew = getWarning(state) !== getWarning(start);
  return isLanguageNew || isWarningNew || state.isSensitive !== start.isSensitive;
}

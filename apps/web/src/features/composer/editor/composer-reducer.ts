import { textMaxLength } from '@skein/contracts/limits';
import { countCodePoints, isBlank } from '@skein/contracts/text';
import type { ReplyPermission } from '@skein/contracts/threads';
import { reduceAttachments } from '../attachments/attachments-reducer.ts';
import type { AttachmentAction, AttachmentState } from '../attachments/attachments-reducer.ts';
import type { Draft } from './draft.ts';
import { isPollEmpty, pollProblem, reducePoll } from '../poll/poll-draft.ts';
import type { PollAction } from '../poll/poll-draft.ts';
import { composeContent } from './topic.ts';

export interface ComposerState extends Draft, AttachmentState {
  /** Null unless being posted: then the share of bytes that went out, from 0 to 1. */
  progress: number | null;
}

type PostingAction =
  /** `key` is used unless this very content was sent before, with another. */
  | { type: 'posting-started'; key: string }
  | { type: 'posting-progressed'; progress: number }
  /** It failed or was cancelled: everything stays as it was. */
  | { type: 'posting-stopped' };

type WritingAction =
  | { type: 'text-changed'; text: string }
  | { type: 'topic-changed'; topic: string }
  | { type: 'audience-changed'; replyPermission: ReplyPermission }
  | PollAction
  | AttachmentAction;

export type ComposerAction = PostingAction | WritingAction;

export function startComposer(draft: Draft): ComposerState {
  return { ...draft, attachments: [], problems: [], progress: null };
}

export function composerReducer(state: ComposerState, action: ComposerAction): ComposerState {
  switch (action.type) {
    case 'posting-started':
      return { ...state, progress: 0, problems: [], sentKey: state.sentKey ?? action.key };
    case 'posting-progressed':
      return isPosting(state) ? { ...state, progress: action.progress } : state;
    case 'posting-stopped':
      return { ...state, progress: null };
    default:
      // What is on its way does not change any more; other content is another request.
      return isPosting(state) ? state : { ...reduceWriting(state, action), sentKey: null };
  }
}

function reduceWriting(state: ComposerState, action: WritingAction): ComposerState {
  switch (action.type) {
    case 'text-changed':
      return { ...state, text: action.text, problems: [] };
    case 'topic-changed':
      return { ...state, topic: action.topic, problems: [] };
    case 'audience-changed':
      return { ...state, replyPermission: action.replyPermission };
    case 'files-added':
    case 'attachment-removed':
    case 'attachment-broken':
    case 'attachment-moved':
    case 'described':
      return { ...state, ...reduceAttachments(state, action) };
    default:
      return { ...state, poll: reducePoll(state.poll, action) };
  }
}

export const isPosting = (state: ComposerState): boolean => state.progress !== null;

/** Length as the server will count it. */
export const contentLength = ({ topic, text }: ComposerState): number =>
  countCodePoints(composeContent(topic, text));

/**
 * Spec, section 4: text or a file is needed, where a poll has words of its own; a topic alone is
 * no thread. `mayBeBlank` is for what says something without a word.
 */
export function canPost(state: ComposerState, mayBeBlank = false): boolean {
  const { text, attachments, poll } = state;
  if (isPosting(state) || contentLength(state) > textMaxLength) return false;
  if (poll !== null) return pollProblem(poll) === null;
  return mayBeBlank || !isBlank(text) || attachments.length > 0;
}

/** Whether closing would lose something that was not there at the start. */
export function hasChanges(state: ComposerState, start: Draft): boolean {
  const { text, topic, attachments, poll } = state;
  const isTextNew = text !== start.text && !(isBlank(text) && isBlank(start.text));
  const isTopicNew = topic !== start.topic && !isBlank(topic);
  return isTextNew || isTopicNew || attachments.length > 0 || hasWords(poll);
}

const hasWords = (poll: Draft['poll']): boolean => poll !== null && !isPollEmpty(poll);

import { altTextMaxLength, attachmentsMax, textMaxLength } from '@skein/contracts/limits';
import { countCodePoints, isBlank } from '@skein/contracts/text';
import type { ReplyPermission } from '@skein/contracts/threads';
import type { AttachmentProblem } from './check-attachments.ts';
import type { Draft } from './draft.ts';
import { composeContent } from './topic.ts';

/** A picture that was added and not posted yet. */
export interface Attachment {
  id: string;
  file: File;
  altText: string;
}

export interface ComposerState extends Draft {
  attachments: Attachment[];
  /** Why files of the last choice were not added; until the writing goes on. */
  problems: AttachmentProblem[];
  /** Null unless being posted: then the share of bytes that went out, from 0 to 1. */
  progress: number | null;
}

export type ComposerAction =
  | { type: 'text-changed'; text: string }
  | { type: 'topic-changed'; topic: string }
  | { type: 'audience-changed'; replyPermission: ReplyPermission }
  | { type: 'files-added'; attachments: Attachment[]; problems: AttachmentProblem[] }
  | { type: 'attachment-removed'; id: string }
  /** It turned out to be no picture. */
  | { type: 'attachment-broken'; id: string }
  | { type: 'described'; id: string; altText: string }
  | { type: 'posting-started' }
  | { type: 'posting-progressed'; progress: number }
  /** It failed or was cancelled: everything stays as it was. */
  | { type: 'posting-stopped' };

export function startComposer(draft: Draft): ComposerState {
  return { ...draft, attachments: [], problems: [], progress: null };
}

export function composerReducer(state: ComposerState, action: ComposerAction): ComposerState {
  switch (action.type) {
    case 'text-changed':
      return { ...state, text: action.text, problems: [] };
    case 'topic-changed':
      return { ...state, topic: action.topic, problems: [] };
    case 'audience-changed':
      return { ...state, replyPermission: action.replyPermission };
    case 'files-added':
      return withFiles(state, action.attachments, action.problems);
    case 'attachment-removed':
      return {
        ...state,
        attachments: state.attachments.filter(({ id }) => id !== action.id),
        problems: [],
      };
    case 'attachment-broken':
      return withoutBroken(state, action.id);
    case 'described':
      return { ...state, attachments: describe(state.attachments, action.id, action.altText) };
    case 'posting-started':
      return { ...state, progress: 0, problems: [] };
    case 'posting-progressed':
      return state.progress === null ? state : { ...state, progress: action.progress };
    case 'posting-stopped':
      return { ...state, progress: null };
  }
}

export const isPosting = (state: ComposerState): boolean => state.progress !== null;

/** Length as the server will count it. */
export const contentLength = ({ topic, text }: ComposerState): number =>
  countCodePoints(composeContent(topic, text));

/** Spec, section 4: text or a file is needed; a topic alone is no thread. */
export function canPost(state: ComposerState): boolean {
  const isEmpty = isBlank(state.text) && state.attachments.length === 0;
  return !isEmpty && !isPosting(state) && contentLength(state) <= textMaxLength;
}

/** Whether closing would lose something. */
export const hasContent = ({ text, topic, attachments }: ComposerState): boolean =>
  !isBlank(text) || !isBlank(topic) || attachments.length > 0;

function withFiles(
  state: ComposerState,
  added: Attachment[],
  problems: AttachmentProblem[],
): ComposerState {
  const free = attachmentsMax - state.attachments.length;
  const tooMany: AttachmentProblem[] = added.length > free ? [{ reason: 'too-many' }] : [];
  return {
    ...state,
    attachments: [...state.attachments, ...added.slice(0, free)],
    problems: [...problems, ...tooMany],
  };
}

function withoutBroken(state: ComposerState, id: string): ComposerState {
  const broken = state.attachments.find((attachment) => attachment.id === id);
  // Once it is on its way the server decides.
  if (!broken || isPosting(state)) return state;
  return {
    ...state,
    attachments: state.attachments.filter((attachment) => attachment !== broken),
    problems: [...state.problems, { reason: 'not-an-image', fileName: broken.file.name }],
  };
}

function describe(attachments: Attachment[], id: string, altText: string): Attachment[] {
  const cut = Array.from(altText).slice(0, altTextMaxLength).join('');
  return attachments.map((attachment) =>
    attachment.id === id ? { ...attachment, altText: cut } : attachment,
  );
}

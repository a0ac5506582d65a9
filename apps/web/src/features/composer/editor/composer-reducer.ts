import { textMaxLength } from '@skein/contracts/limits';
import { countCodePoints, isBlank } from '@skein/contracts/text';
import type { ReplyPermission, SelectableAudience, SavedDraft } from '@skein/contracts/threads';
import {
  afterEdit,
  countAll,
  countMissing,
  isWithoutPoster,
  reduceAttachments,
  restoreFiles,
} from '../attachments/attachments-reducer.ts';
import type {
  Attachment,
  AttachmentAction,
  AttachmentState,
  LostFile,
  RestoredFiles,
} from '../attachments/attachments-reducer.ts';
import type { Draft } from './draft.ts';
import { pollProblem, reducePoll } from '../poll/poll-draft.ts';
import type { PollAction } from '../poll/poll-draft.ts';
import {
  canPostPart,
  countFiles,
  isRestoring,
  reduceParts,
  toParts,
} from '../chain/parts-reducer.ts';
import type { Part, PartsAction } from '../chain/parts-reducer.ts';
import { fromLocalInput, hasPassed } from '../../../lib/local-time.ts';
import { composeContent } from './topic.ts';

export interface ComposerState
  extends Omit<Draft, 'partTexts' | 'files' | 'baseVersion'>, AttachmentState {
  /** Further threads, each a reply to the one before. */
  parts: Part[];
  /** The uploaded fraction, from 0 to 1; null unless posting. */
  progress: number | null;
  /** The image without alt text because of which the last attempt was not posted. */
  undescribed: { id: string } | null;
  /** The draft on the server that it continues; null for none. */
  saved: SavedVersion | null;
}

/** A draft on the server and its version on which the content is based. */
export interface SavedVersion extends Pick<SavedDraft, 'id' | 'version'> {
  /** The content of this version, as `describeContent` returns it. */
  content: string;
}

type PostingAction =
  /** `key` is ignored if the same content was sent before with another key. */
  | { type: 'posting-started'; key: string }
  | { type: 'posting-progressed'; progress: number }
  /** The user is reminded to describe an image first. */
  | { type: 'alt-text-required'; id: string }
  /** After an error or a cancellation. The content does not change. */
  | { type: 'posting-stopped' }
  /** With the frames of all videos that are being posted. */
  | { type: 'posters-captured'; attachments: readonly Attachment[] };

type DraftAction =
  /** The files of the stored draft have been loaded. */
  | { type: 'files-restored'; attachments: readonly Attachment[]; lostFiles: readonly LostFile[] }
  /** The draft has been saved on the server with the content. */
  | { type: 'draft-saved'; saved: SavedVersion }
  /** The state, after a response was lost in an earlier visit. */
  | { type: 'draft-recovered'; recover: (state: ComposerState) => ComposerState }
  /** The draft was published or deleted on another device, with its files. */
  | { type: 'draft-gone' };

type ContentAction =
  | { type: 'text-changed'; text: string }
  | { type: 'topic-changed'; topic: string }
  | { type: 'reply-permission-changed'; replyPermission: ReplyPermission }
  | { type: 'audience-changed'; audience: SelectableAudience }
  | { type: 'language-changed'; language: string | null }
  | { type: 'content-warning-changed'; contentWarning: string | null }
  | { type: 'sensitive-changed'; isSensitive: boolean }
  | { type: 'schedule-changed'; scheduledAt: string | null }
  | AdditionAction;

type AdditionAction = PollAction | PartsAction | AttachmentAction;

export type ComposerAction = PostingAction | DraftAction | ContentAction;

export function initialComposerState(content: Draft): ComposerState {
  const { partTexts, files: _files, baseVersion: _baseVersion, ...draft } = content;
  const parts = toParts(partTexts);
  return {
    ...draft,
    parts,
    attachments: [],
    restoring: [],
    problems: [],
    progress: null,
    undescribed: null,
    saved: null,
  };
}

export function composerReducer(state: ComposerState, action: ComposerAction): ComposerState {
  switch (action.type) {
    case 'posting-started':
      return { ...state, progress: 0, problems: [], sentKey: state.sentKey ?? action.key };
    case 'posting-progressed':
      return isPosting(state) ? { ...state, progress: action.progress } : state;
    case 'alt-text-required':
      return { ...state, undescribed: { id: action.id } };
    case 'posting-stopped':
      return { ...state, progress: null };
    case 'posters-captured':
      return withPosters(state, action.attachments);
    default:
      return reduceDraft(state, action);
  }
}

function reduceDraft(state: ComposerState, action: DraftAction | ContentAction): ComposerState {
  switch (action.type) {
    case 'files-restored':
      return withRestoredFiles(state, action);
    case 'draft-saved':
      return { ...state, saved: action.saved };
    case 'draft-recovered':
      return action.recover(state);
    case 'draft-gone':
      return withoutStoredFiles(state);
    default:
      // The content cannot change while posting. Changed content needs a new idempotency key.
      return isPosting(state) ? state : { ...reduceContent(state, action), sentKey: null };
  }
}

/** @param files all files of the draft that this device has stored */
export function withStoredFiles(
  state: ComposerState,
  { files }: Pick<Draft, 'files'>,
  storedIds: readonly string[],
): ComposerState {
  const collectIds = (part: number) => files[part]?.map(({ id }) => id) ?? [];
  const ownIds = new Set(files.flat().map(({ id }) => id));
  // Another tab has attached them.
  const otherIds = storedIds.filter((id) => !ownIds.has(id));
  const wait = <Restored extends RestoredFiles>(
    part: Restored,
    restoring: readonly string[],
  ): Restored => (countMissing({ ...part, restoring }) > 0 ? { ...part, restoring } : part);
  const parts = state.parts.map((part, index) => wait(part, collectIds(index + 1)));
  return { ...wait(state, [...collectIds(0), ...otherIds]), parts };
}

function withPosters(state: ComposerState, captured: readonly Attachment[]): ComposerState {
  const addPosters = (attachments: readonly Attachment[]) =>
    attachments.map((attachment) => {
      const poster = captured.find(({ id }) => id === attachment.id)?.poster;
      return poster === undefined ? attachment : { ...attachment, poster };
    });
  const parts = state.parts.map((part) => ({ ...part, attachments: addPosters(part.attachments) }));
  return { ...state, parts, attachments: addPosters(state.attachments) };
}

function withRestoredFiles(
  state: ComposerState,
  { attachments: loaded, lostFiles }: Extract<DraftAction, { type: 'files-restored' }>,
): ComposerState {
  const others = countFiles(state) - countAll(state);
  const first = { ...state, ...restoreFiles(state, { loaded, lostFiles, others }) };
  const parts = state.parts.map((part) => ({
    ...part,
    ...restoreFiles(part, { loaded, lostFiles, others: countFiles(first) - countAll(part) }),
  }));
  const isComplete = [state, ...state.parts].every(
    ({ attachments, restoring }) =>
      countMissing({ attachments: [...attachments, ...loaded], restoring }) === 0,
  );
  // If files are missing or videos have other frames, the content is different.
  const sentKey = isComplete && !loaded.some(isWithoutPoster) ? state.sentKey : null;
  return { ...first, parts, sentKey };
}

/** Content whose draft was deleted with its files. */
export function withoutStoredFiles(state: ComposerState): ComposerState {
  const keepNew = (attachments: readonly Attachment[]) =>
    attachments.filter(({ file }) => file instanceof File);
  const parts = state.parts.map((part) => ({ ...part, attachments: keepNew(part.attachments) }));
  return { ...state, saved: null, parts, attachments: keepNew(state.attachments) };
}

function reduceContent(state: ComposerState, action: ContentAction): ComposerState {
  switch (action.type) {
    case 'text-changed':
      return { ...state, text: action.text, problems: afterEdit(state.problems) };
    case 'topic-changed':
      return { ...state, topic: action.topic, problems: afterEdit(state.problems) };
    case 'reply-permission-changed':
      return { ...state, replyPermission: action.replyPermission };
    case 'audience-changed':
      return { ...state, audience: action.audience };
    case 'language-changed':
      return { ...state, language: action.language };
    case 'content-warning-changed':
      return { ...state, contentWarning: action.contentWarning };
    case 'sensitive-changed':
      return { ...state, isSensitive: action.isSensitive };
    case 'schedule-changed':
      return { ...state, scheduledAt: action.scheduledAt };
    default:
      return reduceAdditions(state, action);
  }
}

/** Additions to the text: further parts, files and a poll. */
function reduceAdditions(state: ComposerState, action: AdditionAction): ComposerState {
  switch (action.type) {
    case 'part-added':
    case 'part-removed':
    case 'part-changed':
      return { ...state, parts: reduceParts(state.parts, action, countFiles(state)) };
    case 'files-added':
    case 'attachment-removed':
    case 'attachment-broken':
    case 'attachment-moved':
    case 'attachment-edited':
    case 'captions-changed':
    case 'focus-changed':
    case 'alt-text-changed':
      return {
        ...state,
        ...reduceAttachments(state, action, countFiles(state) - countAll(state)),
      };
    default:
      return { ...state, poll: reducePoll(state.poll, action) };
  }
}

export const isPosting = (state: Pick<ComposerState, 'progress'>): boolean =>
  state.progress !== null;

/** The length as the server counts it. */
export const contentLength = ({ topic, text }: ComposerState): number =>
  countCodePoints(composeContent(topic, text));

/** Spec, section 4: a thread needs text, a file or a complete poll. A topic alone is not enough. */
export function canPost(state: ComposerState, needs: ContentNeeds = {}): boolean {
  const { poll, scheduledAt } = state;
  if (scheduledAt !== null && !isFutureTime(scheduledAt)) return false;
  if (isPosting(state) || isRestoring(state) || contentLength(state) > textMaxLength) return false;
  if (!state.parts.every(canPostPart)) return false;
  if (poll !== null) return pollProblem(poll) === null;
  return hasEnough(state, needs);
}

/**
 * `allowsBlank` is for composers that can post without text, such as the repost dialog, and `needsText` for those
 * where files are not enough, such as the edit dialog.
 */
interface ContentNeeds {
  allowsBlank?: boolean;
  needsText?: boolean;
}

function hasEnough({ text, attachments }: ComposerState, needs: ContentNeeds): boolean {
  const { allowsBlank = false, needsText = false } = needs;
  return allowsBlank || !isBlank(text) || (!needsText && attachments.length > 0);
}

/** Whether a thread can be scheduled for the value of the field. */
const isFutureTime = (scheduledAt: string): boolean =>
  fromLocalInput(scheduledAt) !== null && !hasPassed(scheduledAt, Date.now());

/** The first image without alt text. */
export const findUndescribed = (state: Pick<ComposerState, 'attachments' | 'parts'>) =>
  [state, ...state.parts]
    .flatMap(({ attachments }) => attachments)
    .find(({ kind, altText }) => kind === 'image' && isBlank(altText));

/** The content warning as it is posted; '' for none. */
export const getWarning = ({ contentWarning }: Pick<Draft, 'contentWarning'>): string =>
  contentWarning?.trim() ?? '';

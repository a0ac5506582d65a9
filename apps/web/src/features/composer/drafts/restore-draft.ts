import { attachmentsMax, pollOptionsMin } from '@skein/contracts/limits';
import type { Media } from '@skein/contracts/media';
import type { DraftPoll, SavedDraft } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import type { FileKind } from '../attachments/file-kinds.ts';
import { initialComposerState } from '../editor/composer-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { emptyDraft } from '../editor/draft.ts';
import type { Draft } from '../editor/draft.ts';
import { toLocalInput } from '../../../lib/local-time.ts';
import { pollDurations } from '../poll/poll-draft.ts';
import type { PollDraft } from '../poll/poll-draft.ts';
import { describeContent, listContentIds } from './save-draft.ts';
import type { Sent } from './use-draft-sender.ts';

/** The composer with the content of the draft. */
function toComposerState(draft: SavedDraft): ComposerState {
  const { topic, replyPermission, contentWarning, isSensitive, poll, parts } = draft;
  const { scheduledAt, audience, language } = draft;
  const [text = '', ...partTexts] = parts.map(({ content }) => content);
  const fields = { text, topic, replyPermission, contentWarning, isSensitive, partTexts };
  const files = parts.map(({ media }) =>
    media.map(({ id, altText }) => ({ id, altText: altText ?? '' })),
  );
  const state = restore(draft, {
    ...emptyDraft,
    ...fields,
    audience,
    language,
    poll: poll && toPollDraft(poll),
    scheduledAt: scheduledAt === null ? null : toLocalInput(new Date(scheduledAt)),
    files,
    baseVersion: draft.version,
  });
  const { id, version } = draft;
  return { ...state, saved: { id, version, content: describeContent(state) } };
}

/**
 * The composer with changes that were not saved on the server, as far as this device knows. The
 * response to a request that has saved them may be lost.
 */
export function restoreChanges(draft: SavedDraft, changed: Draft): ComposerState {
  const current = toComposerState(draft);
  if (changed.baseVersion === null) return current;
  const restored = restore(draft, changed);
  const isSaved = describeContent(restored) === current.saved?.content;
  const version = isSaved ? draft.version : changed.baseVersion;
  return { ...restored, saved: current.saved && { ...current.saved, version } };
}

/**
 * The composer after a reload, with the draft that its content was saved as. The files of the draft
 * replace those on this device that were uploaded with it.
 */
export function recoverDraft(
  state: ComposerState,
  { draft, content }: Pick<Sent, 'draft' | 'content'>,
): ComposerState {
  const sentIds = listContentIds(content);
  const { attachments, parts, saved } = toComposerState(draft);
  const recover = (own: readonly Attachment[], stored: readonly Attachment[]) => {
    const others = own.filter(({ id }) => !sentIds.includes(id));
    return [...stored, ...others.slice(0, attachmentsMax - stored.length)];
  };
  return {
    ...state,
    saved,
    attachments: recover(state.attachments, attachments),
    parts: state.parts.map((part, index) => ({
      ...part,
      attachments: recover(part.attachments, parts[index]?.attachments ?? []),
    })),
  };
}

function restore({ parts }: SavedDraft, content: Draft): ComposerState {
  const all = new Map(parts.flatMap(({ media }) => media.map((file) => [file.id, file] as const)));
  const getAttachments = (part: number) =>
    (content.files[part] ?? []).flatMap(({ id, altText }, index) => {
      const file = all.get(id);
      return file === undefined ? [] : [toAttachment({ ...file, altText }, index + 1)];
    });
  const state = initialComposerState(content);
  return {
    ...state,
    attachments: getAttachments(0),
    parts: state.parts.map((part, index) => ({ ...part, attachments: getAttachments(index + 1) })),
  };
}

const kinds = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  other: 'document',
} as const satisfies Record<Media['mediaType'], FileKind>;

/** A file on the server. `number` names it if it has no name. */
export function toAttachment(media: Media, number: number): Attachment {
  const kind = kinds[media.mediaType];
  const name = media.originalName ?? t(`drafts.file.${kind}`, { number });
  const { id, altText, focus } = media;
  const file = { name, size: 0 as const, media };
  return { id, file, kind, altText: altText ?? '', ...(focus && { focus }) };
}

/** With the fields that the editor shows: at least two options, and one of its durations. */
function toPollDraft({ question, options, multiple, durationMinutes }: DraftPoll): PollDraft {
  const missing = Math.max(0, pollOptionsMin - options.length);
  return {
    question,
    options: [...options, ...Array.from({ length: missing }, () => '')].map((text, id) => ({
      id,
      text,
    })),
    multiple,
    durationMinutes: pollDurations.find((minutes) => minutes >= durationMinutes) ?? durationMinutes,
  };
}

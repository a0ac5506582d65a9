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
import { describeContent } from './save-draft.ts';

/** The composer with the content of the draft. */
function toComposerState(draft: SavedDraft): ComposerState {
  const { topic, replyPermission, contentWarning, isSensitive, poll, parts } = draft;
  const { scheduledAt = null } = draft;
  const [text = '', ...partTexts] = parts.map(({ content }) => content);
  const fields = { text, topic, replyPermission, contentWarning, isSensitive, partTexts };
  const mediaIds = parts.map(({ media }) => media.map(({ id }) => id));
  const state = restore(draft, {
    ...emptyDraft,
    ...fields,
    poll: poll && toPollDraft(poll),
    scheduledAt: scheduledAt === null ? null : toLocalInput(new Date(scheduledAt)),
    base: { version: draft.version, mediaIds },
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
  if (changed.base === null) return current;
  const restored = restore(draft, changed);
  const isSaved = describeContent(restored) === current.saved?.content;
  const { version } = isSaved ? draft : changed.base;
  return { ...restored, saved: current.saved && { ...current.saved, version } };
}

/** The composer after a reload, with the draft that its content was saved as, and the files of that draft. */
export function recoverDraft(state: ComposerState, draft: SavedDraft): ComposerState {
  const { attachments, parts, saved } = toComposerState(draft);
  const recover = (own: readonly Attachment[], stored: readonly Attachment[]) => [
    ...stored,
    ...own.slice(0, attachmentsMax - stored.length),
  ];
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
  const { mediaIds = [] } = content.base ?? {};
  const all = new Map(parts.flatMap(({ media }) => media.map((file) => [file.id, file] as const)));
  const attachmentsOf = (part: number) =>
    (mediaIds[part] ?? []).flatMap((mediaId, index) => {
      const file = all.get(mediaId);
      return file === undefined ? [] : [toAttachment(file, index + 1)];
    });
  const state = initialComposerState(content);
  return {
    ...state,
    attachments: attachmentsOf(0),
    parts: state.parts.map((part, index) => ({ ...part, attachments: attachmentsOf(index + 1) })),
  };
}

const kinds = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  other: 'document',
} as const satisfies Record<Media['mediaType'], FileKind>;

function toAttachment(media: Media, number: number): Attachment {
  const kind = kinds[media.mediaType];
  const name = media.originalName ?? t(`drafts.file.${kind}`, { number });
  return { id: media.id, file: { name, size: 0, media }, kind, altText: media.altText ?? '' };
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

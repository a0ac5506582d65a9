import { chainPartsMax, textMaxLength } from '@skein/contracts/limits';
import { countCodePoints, isBlank } from '@skein/contracts/text';
import {
  afterEdit,
  countAll,
  countFreeFiles,
  reduceAttachments,
} from '../attachments/attachments-reducer.ts';
import type {
  AttachmentAction,
  AttachmentState,
  RestoredFiles,
} from '../attachments/attachments-reducer.ts';

/** A further thread of a chain, after the first. */
export interface Part extends AttachmentState {
  id: string;
  text: string;
  /** Whether its text box gets the focus: not for a restored draft. */
  isNew: boolean;
}

export type PartChange = { type: 'text-changed'; text: string } | AttachmentAction;

export type PartsAction =
  | { type: 'part-added'; id: string }
  | { type: 'part-removed'; id: string }
  | { type: 'part-changed'; id: string; change: PartChange };

export const toParts = (texts: readonly string[]): Part[] =>
  texts.map((text) => ({ ...emptyPart(crypto.randomUUID()), text, isNew: false }));

const emptyPart = (id: string): Part => ({
  id,
  text: '',
  isNew: true,
  attachments: [],
  restoring: [],
  problems: [],
});

/** @param files the number of files in the first thread and all parts */
export function reduceParts(parts: readonly Part[], action: PartsAction, files: number): Part[] {
  switch (action.type) {
    case 'part-added':
      return canAddPart(parts) ? [...parts, emptyPart(action.id)] : [...parts];
    case 'part-removed':
      return parts.filter(({ id }) => id !== action.id);
    case 'part-changed':
      return parts.map((part) =>
        part.id === action.id ? changed(part, action.change, files) : part,
      );
  }
}

function changed(part: Part, change: PartChange, files: number): Part {
  return change.type === 'text-changed'
    ? { ...part, text: change.text, problems: afterEdit(part.problems) }
    : { ...part, ...reduceAttachments(part, change, files - countAll(part)) };
}

interface Chain extends RestoredFiles {
  parts: readonly Part[];
}

/** The number of files of the first thread and its further parts, also of those not loaded yet. */
export const countFiles = (chain: Chain): number =>
  chain.parts.reduce((sum, part) => sum + countAll(part), countAll(chain));

/** Whether no file can be added to the first thread or one of the parts. */
export const isFull = (part: RestoredFiles, chain: Chain): boolean =>
  countFreeFiles(countAll(part), countFiles(chain) - countAll(part)) <= 0;

/** The first thread is a part too. */
export const canAddPart = (parts: readonly Part[]): boolean => parts.length + 1 < chainPartsMax;

export const hasPartContent = ({ text, attachments, restoring }: Part): boolean =>
  !isBlank(text) || attachments.length > 0 || restoring.length > 0;

export const canPostPart = (part: Part): boolean =>
  hasPartContent(part) && countCodePoints(part.text.trimEnd()) <= textMaxLength;

/** Whether files of the draft are still being loaded, in any part. */
export const isRestoring = ({ restoring, parts }: Chain): boolean =>
  [restoring, ...parts.map((part) => part.restoring)].some(({ length }) => length > 0);

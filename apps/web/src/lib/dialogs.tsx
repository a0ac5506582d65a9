import type { ReportTargetType } from '@skein/contracts/moderation';
import type { QuotedThread, SavedDraft, Thread } from '@skein/contracts/threads';
import { createContext, useContext, useState } from 'react';
import type { ReactNode } from 'react';

/** Why a draft is no longer a reply or a quote. */
export type LostTarget = 'reply' | 'quote';

/** What the composer creates or edits. */
export type ComposerRequest =
  | NewPost
  | { kind: 'edit'; thread: Thread }
  /** The list of drafts. `from` is the composer that it replaces, and to which closing leads back. */
  | { kind: 'drafts'; from?: 'thread' };

type NewPost = {
  /** The pending post to edit. */
  pendingId?: string;
} &
  /** `topic` is the initial topic. A stored draft takes precedence. */
  (
    | { kind: 'thread'; topic?: string; draft?: SavedDraft; lostTarget?: LostTarget }
    | { kind: 'reply'; thread: Thread; draft?: SavedDraft }
    /** `my-posts`: the Repost Thread modal of My Posts, where no comment is needed. */
    | { kind: 'quote'; thread: Thread | QuotedThread; variant?: 'my-posts'; draft?: SavedDraft }
  );

/** The target of a report to the administrators. */
export type ReportRequest =
  | {
      targetType: 'user' | 'group';
      targetId: string;
      name: string;
      /** If given, the report can be forwarded to the server of the user. */
      username?: string;
    }
  | {
      targetType: Exclude<ReportTargetType, 'user' | 'group'>;
      targetId: string;
      /** The name of the author. */
      name: string;
      authorId: string;
      username?: string | null;
    };

/** A dialog that the shell opens on every page. */
export type ShellDialog =
  /** `focused` is the element that had the focus: commands may act on its thread. */
  | { kind: 'commands'; focused: Element | null }
  | { kind: 'shortcuts' }
  /** A new keyword filter. */
  | { kind: 'filter'; phrase: string }
  /** Signing out deletes pending posts. */
  | { kind: 'sign-out' }
  /** Signs all accounts of this browser out. */
  | { kind: 'sign-out-all' };

/** What each dialog is open for; null while it is closed. */
interface OpenDialogs {
  composer: ComposerRequest | null;
  report: ReportRequest | null;
  shellDialog: ShellDialog | null;
}

/** Opens the dialogs that all pages share. Null closes them, without asking for confirmation. */
export interface DialogActions {
  openComposer: (request: ComposerRequest | null) => void;
  openReport: (request: ReportRequest | null) => void;
  openShellDialog: (dialog: ShellDialog | null) => void;
}

// Two contexts, so that opening a dialog does not render everything that can open one.
const ActionsContext = createContext<DialogActions | null>(null);
const OpenDialogsContext = createContext<OpenDialogs | null>(null);

/** Stores which of the shared dialogs are open. `app/shared-dialogs.tsx` renders them. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<OpenDialogs>({
    composer: null,
    report: null,
    shellDialog: null,
  });
  const [actions] = useState<DialogActions>(() => ({
    openComposer: (composer) => setOpen((before) => ({ ...before, composer })),
    openReport: (report) => setOpen((before) => ({ ...before, report })),
    openShellDialog: (shellDialog) => setOpen((before) => ({ ...before, shellDialog })),
  }));
  return (
    <ActionsContext value={actions}>
      <OpenDialogsContext value={open}>{children}</OpenDialogsContext>
    </ActionsContext>
  );
}

export const useDialogs = (): DialogActions => required(useContext(ActionsContext));

export const useOpenDialogs = (): OpenDialogs => required(useContext(OpenDialogsContext));

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('There is no DialogsProvider');
  return value;
}

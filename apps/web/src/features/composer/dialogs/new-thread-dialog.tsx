import { lazy, Suspense, useState } from 'react';
import type { SavedDraft } from '@skein/contracts/threads';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { isScheduled, newThreadAction } from '../submit/submit-thread.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { findFocusedPart } from '../chain/focused-part.ts';
import { ComposerFooter, ExcessNotice } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { PollEditor } from '../poll/poll-editor.tsx';
import { ScheduleField } from '../editor/schedule-field.tsx';
import { TopicField } from '../editor/topic-field.tsx';
import { scrollToTop } from '../../../lib/scroll-to-top.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';
import type { LostTarget } from '../../../lib/dialogs.tsx';

const ChainParts = lazy(async () => ({
  default: (await import('../chain/chain-parts.tsx')).ChainParts,
}));

interface NewThreadDialogProps extends ComposerDialogProps {
  /** The initial topic. */
  topic?: string | undefined;
  pendingId?: string | undefined;
  /** The draft that it continues. */
  draft?: SavedDraft | undefined;
  /** Why the draft is no longer a reply or a quote. */
  lostTarget?: LostTarget | undefined;
}

export function NewThreadDialog(props: NewThreadDialogProps) {
  const navigate = useNavigate();
  const { topic, pendingId, draft, lostTarget } = props;
  const dialog = useComposerDialog(props, {
    draftName: 'thread',
    topic,
    pendingId,
    draft,
    draftTarget: {},
    submitAction: newThreadAction,
    onPosted: (result) => {
      if (result && isScheduled(result)) void navigate(paths.scheduled);
      // Opening the page again would replace its list, and remove the focus from a card.
      else if (window.location.pathname === paths.feed) scrollToTop();
      else void navigate(paths.feed);
    },
  });
  const { composer, closeConfirmation, textBox } = dialog;
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const focusedPart = findFocusedPart(composer, focusedId);
  const { state, dispatch } = composer;
  const isBusy = isPosting(state);
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('composer.title')}
      discardTitle={t(
        pendingId === undefined ? 'composer.discardTitle' : 'composer.discardChanges',
      )}
      action={
        pendingId === undefined && (
          <StoredContentButtons
            isDisabled={isBusy}
            onLeave={(then) => closeConfirmation.requestClose(then)}
          />
        )
      }
      footer={
        <ComposerFooter
          composer={composer}
          part={focusedPart}
          labels={
            state.scheduledAt === null
              ? { submit: t('composer.post'), submitting: t('composer.posting') }
              : { submit: t('composer.scheduleSubmit'), submitting: t('composer.scheduling') }
          }
          onCancel={() => closeConfirmation.requestClose()}
          hasReplyPermission
          hasPoll
          hasSchedule
          hasParts
        />
      }
    >
      {lostTarget && (
        <p className="border-b border-line bg-sunken px-4 py-3 text-sm">
          {t(`drafts.lost.${lostTarget}`)}
        </p>
      )}
      <ComposerForm
        onFocus={() => setFocusedId(null)}
        composer={composer}
        textBox={textBox}
        placeholder={t('composer.placeholder')}
        heading={
          <TopicField
            value={state.topic}
            isDisabled={isBusy}
            onChange={(value) => dispatch({ type: 'topic-changed', topic: value })}
          />
        }
      >
        {!focusedPart.isFirst && <ExcessNotice state={state} />}
        {state.poll && <PollEditor poll={state.poll} isDisabled={isBusy} dispatch={dispatch} />}
      </ComposerForm>
      {state.parts.length > 0 && (
        <Suspense>
          <ChainParts
            composer={composer}
            firstTextBox={textBox}
            focusedId={focusedId}
            onFocus={setFocusedId}
          />
        </Suspense>
      )}
      <ScheduleField composer={composer} />
    </ComposerFrame>
  );
}

interface StoredContentButtonsProps {
  isDisabled: boolean;
  /** Closes the composer, and then runs the function. */
  onLeave: (then: () => void) => void;
}

/** Open the drafts and the scheduled threads. */
function StoredContentButtons({ isDisabled, onLeave }: StoredContentButtonsProps) {
  const { openComposer } = useDialogs();
  const navigate = useNavigate();
  const showDrafts = () => openComposer({ kind: 'drafts', from: 'thread' });
  const showScheduled = () => {
    openComposer(null);
    void navigate(paths.scheduled);
  };
  const button = { size: 'sm', variant: 'quiet', disabled: isDisabled } as const;
  return (
    <>
      <Button {...button} onClick={() => onLeave(showDrafts)}>
        {t('drafts.title')}
      </Button>
      <Button {...button} onClick={() => onLeave(showScheduled)}>
        {t('composer.scheduled')}
      </Button>
    </>
  );
}

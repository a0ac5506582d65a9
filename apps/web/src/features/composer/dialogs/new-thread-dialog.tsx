import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { isScheduled, newThreadAction } from '../submit/submit-thread.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { PollEditor } from '../poll/poll-editor.tsx';
import { ScheduleField } from '../editor/schedule-field.tsx';
import { TopicField } from '../editor/topic-field.tsx';
import { navigate } from '../../../lib/navigation.tsx';

const ChainParts = lazyComponent(async () => (await import('../chain/chain-parts.tsx')).ChainParts);

interface NewThreadDialogProps extends ComposerDialogProps {
  /** The initial topic. */
  topic?: string | undefined;
  pendingId?: string | undefined;
}

export function NewThreadDialog(props: NewThreadDialogProps) {
  const { topic, pendingId } = props;
  const dialog = useComposerDialog(props, {
    draftName: 'thread',
    topic,
    pendingId,
    submitAction: newThreadAction,
    onPosted: (result) => navigate(result && isScheduled(result) ? paths.scheduled : paths.feed),
  });
  const { composer, closeConfirmation, textBox } = dialog;
  const { state, dispatch } = composer;
  const isBusy = isPosting(state);
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('composer.title')}
      discardTitle={t(
        pendingId === undefined ? 'composer.discardTitle' : 'composer.discardChanges',
      )}
      footer={
        <ComposerFooter
          composer={composer}
          labels={
            state.scheduledAt === null
              ? { submit: t('composer.post'), submitting: t('composer.posting') }
              : { submit: t('composer.scheduleSubmit'), submitting: t('composer.scheduling') }
          }
          onCancel={closeConfirmation.requestClose}
          hasReplyPermission
          hasPoll
          hasSchedule
          hasParts
        />
      }
    >
      <ComposerForm
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
        <ScheduleField composer={composer} />
        {state.poll && <PollEditor poll={state.poll} isDisabled={isBusy} dispatch={dispatch} />}
      </ComposerForm>
      {state.parts.length > 0 && <ChainParts composer={composer} firstTextBox={textBox} />}
    </ComposerFrame>
  );
}

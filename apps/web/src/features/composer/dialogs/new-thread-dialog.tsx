import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { newThreadAction } from '../submit/submit-thread.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { PollEditor } from '../poll/poll-editor.tsx';
import { TopicField } from '../editor/topic-field.tsx';
import { navigate } from '../../../lib/navigation.tsx';

interface NewThreadDialogProps extends ComposerDialogProps {
  /** The initial topic. */
  topic?: string | undefined;
}

export function NewThreadDialog(props: NewThreadDialogProps) {
  const { topic } = props;
  const dialog = useComposerDialog(props, {
    draftName: 'thread',
    topic,
    submitAction: newThreadAction,
    onPosted: () => navigate(paths.feed),
  });
  const { composer, closeConfirmation, textBox } = dialog;
  const { state, dispatch } = composer;
  const isBusy = isPosting(state);
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('composer.title')}
      discardTitle={t('composer.discardTitle')}
      footer={
        <ComposerFooter
          composer={composer}
          labels={{ submit: t('composer.post'), submitting: t('composer.posting') }}
          onCancel={closeConfirmation.requestClose}
          hasReplyPermission
          hasPoll
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
        {state.poll && <PollEditor poll={state.poll} isDisabled={isBusy} dispatch={dispatch} />}
      </ComposerForm>
    </ComposerFrame>
  );
}

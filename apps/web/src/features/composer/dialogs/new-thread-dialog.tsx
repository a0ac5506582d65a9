import { useNavigate } from 'react-router-dom';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { newThread } from '../submit/submit-thread.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { PollEditor } from '../poll/poll-editor.tsx';
import { TopicField } from '../editor/topic-field.tsx';

interface NewThreadDialogProps extends ComposerDialogProps {
  /** Stands in its field at first. */
  topic?: string | undefined;
}

/** The new-thread dialog (spec, sections 2 and 4). */
export function NewThreadDialog(props: NewThreadDialogProps) {
  const { topic } = props;
  const navigate = useNavigate();
  const dialog = useComposerDialog(props, {
    draftName: 'thread',
    topic,
    sender: newThread,
    onPosted: () => void navigate(paths.feed),
  });
  const { composer, closing, textBox } = dialog;
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
          words={{ send: t('composer.post'), sending: t('composer.posting') }}
          onCancel={closing.request}
          hasAudience
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

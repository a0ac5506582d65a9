import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { newThread } from '../api/send-thread.ts';
import { isPosting } from '../model/composer-reducer.ts';
import { useClosing } from '../model/use-closing.ts';
import { useComposer } from '../model/use-composer.ts';
import { ComposerFooter } from './composer-footer.tsx';
import { ComposerForm } from './composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import type { ComposerDialogProps } from './composer-frame.tsx';
import { PollEditor } from './poll-editor.tsx';
import { TopicField } from './topic-field.tsx';

interface NewThreadDialogProps extends ComposerDialogProps {
  /** Stands in its field at first. */
  topic?: string | undefined;
}

/** The new-thread dialog (spec, sections 2 and 4). */
export function NewThreadDialog({ isOpen, onClose, topic }: NewThreadDialogProps) {
  const navigate = useNavigate();
  const textBox = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer({
    draftName: 'thread',
    topic,
    sender: newThread,
    onPosted: () => {
      onClose();
      void navigate(paths.feed);
    },
  });
  const closing = useClosing(composer, onClose);
  const { state, dispatch } = composer;
  const isBusy = isPosting(state);
  return (
    <ComposerFrame
      isOpen={isOpen}
      closing={closing}
      title={t('composer.title')}
      discardTitle={t('composer.discardTitle')}
      textBox={textBox}
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

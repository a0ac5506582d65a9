import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { isPosting } from '../model/composer-reducer.ts';
import type { useComposer } from '../model/use-composer.ts';
import { useFileDrop } from '../model/use-file-drop.ts';
import { AttachmentList } from './attachment-list.tsx';
import { AttachmentProblems } from './attachment-problems.tsx';
import { counterId } from './composer-footer.tsx';
import { GrowingTextarea } from './growing-textarea.tsx';
import { TopicField } from './topic-field.tsx';

interface ComposerFormProps {
  composer: ReturnType<typeof useComposer>;
  textBox: RefObject<HTMLTextAreaElement | null>;
}

/** Topic, text and pictures. */
export function ComposerForm({ composer, textBox }: ComposerFormProps) {
  const { state, dispatch, addFiles, post } = composer;
  const { user } = useSession();
  const isDragging = useFileDrop((files) => !isPosting(state) && addFiles(files));

  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Word processors put a picture of the text beside the text: then the text is meant.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    addFiles([...files]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    post();
  };

  return (
    <div className="relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-4">
      <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />
      <div className="min-w-0">
        <p className="truncate font-semibold" dir="auto">
          {user?.name}
        </p>
        <TopicField
          value={state.topic}
          isDisabled={isPosting(state)}
          onChange={(topic) => dispatch({ type: 'topic-changed', topic })}
        />
        <GrowingTextarea
          ref={textBox}
          value={state.text}
          readOnly={isPosting(state)}
          aria-label={t('composer.text')}
          aria-describedby={counterId}
          placeholder={t('composer.placeholder')}
          className="mt-1 min-h-24 text-lg"
          onChange={(event) => dispatch({ type: 'text-changed', text: event.target.value })}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <AttachmentProblems problems={state.problems} />
        <AttachmentList state={state} dispatch={dispatch} />
      </div>
      {isDragging && (
        <div className="pointer-events-none absolute inset-2 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft font-semibold text-accent">
          {t('composer.dropHere')}
        </div>
      )}
    </div>
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { AttachmentList } from '../attachments/attachment-list.tsx';
import { AttachmentPickers } from '../attachments/attachment-pickers.tsx';
import { AttachmentProblems } from '../attachments/attachment-problems.tsx';
import { toFilesAdded } from '../attachments/attachments-reducer.ts';
import { DiscardConfirmDialog } from '../dialogs/discard-confirm-dialog.tsx';
import { CharacterCounter } from '../editor/composer-footer.tsx';
import { isPosting } from '../editor/composer-reducer.ts';
import { ComposerTextarea } from '../editor/composer-textarea.tsx';
import type { Composer } from '../editor/use-composer.ts';
import { PartAuthor } from './part-author.tsx';
import { hasPartContent, isFull } from './parts-reducer.ts';
import type { Part, PartChange } from './parts-reducer.ts';

interface ChainPartsProps {
  composer: Composer;
  /** The text box of the first thread, which has the focus after the only part was removed. */
  firstTextBox: RefObject<HTMLTextAreaElement | null>;
}

/** The further threads of a chain. Removing one with content needs a confirmation. */
export function ChainParts({ composer, firstTextBox }: ChainPartsProps) {
  const { state, dispatch } = composer;
  const [removedId, setRemovedId] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const removedIndex = state.parts.findIndex(({ id }) => id === removedId);

  const remove = (id: string) => {
    const index = state.parts.findIndex((part) => part.id === id);
    const before = list.current?.querySelectorAll('textarea')[index - 1] ?? firstTextBox.current;
    setRemovedId(null);
    dispatch({ type: 'part-removed', id });
    before?.focus();
  };
  return (
    <>
      <ol ref={list} aria-label={t('composer.parts')}>
        {state.parts.map((part, index) => (
          <PartEditor
            key={part.id}
            composer={composer}
            part={part}
            number={index + 2}
            isLast={index === state.parts.length - 1}
            onRemove={() => (hasPartContent(part) ? setRemovedId(part.id) : remove(part.id))}
          />
        ))}
      </ol>
      <DiscardConfirmDialog
        title={t('composer.removePartTitle', { number: removedIndex + 2 })}
        closeConfirmation={{
          isConfirming: removedIndex >= 0,
          isPending: false,
          discard: () => removedId !== null && remove(removedId),
          cancel: () => setRemovedId(null),
        }}
      />
    </>
  );
}

interface PartEditorProps {
  composer: Composer;
  part: Part;
  /** Its position in the chain. */
  number: number;
  isLast: boolean;
  onRemove: () => void;
}

function PartEditor({ composer, part, number, isLast, onRemove }: PartEditorProps) {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const isBusy = isPosting(composer.state);
  const { id, isNew, problems } = part;
  useEffect(() => {
    if (!isNew) return;
    textBox.current?.focus();
    textBox.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  const change = (action: PartChange) =>
    composer.dispatch({ type: 'part-changed', id, change: action });
  const addFiles = (files: readonly File[]) => change(toFilesAdded(files));
  const state = { ...composer.state, ...part, topic: '' };
  return (
    <li
      aria-label={t('composer.part', { number })}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 pb-4"
    >
      <PartAuthor hasNext={!isLast} />
      <div className="min-w-0">
        <div className="-mt-1 flex items-center justify-between">
          <p className="text-sm font-semibold text-muted">{t('composer.part', { number })}</p>
          <IconButton
            icon={X}
            iconSize={18}
            label={t('composer.removePart', { number })}
            disabled={isBusy}
            className="-mr-2"
            onClick={onRemove}
          />
        </div>
        <ComposerTextarea
          composer={{ state, dispatch: change, addFiles, post: composer.post, counterId }}
          textBox={textBox}
          label={t('composer.partText', { number })}
          placeholder={t('composer.partPlaceholder')}
          acceptsFiles
          className="min-h-12 text-lg"
        />
        <AttachmentProblems problems={problems} />
        <AttachmentList state={state} dispatch={change} />
        <div className="mt-1 -ml-2 flex items-center justify-between">
          <div className="flex items-center">
            {!isBusy && (
              <AttachmentPickers isDisabled={isFull(part, composer.state)} onPick={addFiles} />
            )}
          </div>
          <CharacterCounter composer={{ state, counterId }} />
        </div>
      </div>
    </li>
  );
}

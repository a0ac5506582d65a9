import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { AttachmentList } from '../attachments/attachment-list.tsx';
import { AttachmentProblems } from '../attachments/attachment-problems.tsx';
import { DiscardConfirmDialog } from '../dialogs/discard-confirm-dialog.tsx';
import { ExcessNotice } from '../editor/composer-footer.tsx';
import { isPosting } from '../editor/composer-reducer.ts';
import { ComposerTextarea } from '../editor/composer-textarea.tsx';
import type { Composer } from '../editor/use-composer.ts';
import { PartAuthor } from './part-author.tsx';
import { hasPartContent } from './parts-reducer.ts';
import type { Part } from './parts-reducer.ts';
import { editPart } from './focused-part.ts';

interface ChainPartsProps {
  composer: Composer;
  /** The text box of the first thread, which has the focus after the only part was removed. */
  firstTextBox: RefObject<HTMLTextAreaElement | null>;
  /** The part to which the footer of the composer applies; null for the first. */
  focusedId: string | null;
  onFocus: (id: string) => void;
}

/** The further threads of a chain. Removing one with content needs a confirmation. */
export function ChainParts({ composer, firstTextBox, focusedId, onFocus }: ChainPartsProps) {
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
            isFocused={part.id === focusedId}
            onFocus={() => onFocus(part.id)}
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
  isFocused: boolean;
  onFocus: () => void;
  onRemove: () => void;
}

function PartEditor(props: PartEditorProps) {
  const { composer, part, number, isLast, isFocused, onFocus, onRemove } = props;
  const textBox = useRef<HTMLTextAreaElement>(null);
  const isBusy = isPosting(composer.state);
  const { isNew, problems } = part;
  useEffect(() => {
    if (!isNew) return;
    textBox.current?.focus();
    textBox.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  const editor = editPart(composer, part);
  const { state, dispatch } = editor;
  return (
    // Focus events bubble from the controls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onFocus={onFocus}
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
          composer={editor}
          textBox={textBox}
          label={t('composer.partText', { number })}
          placeholder={t('composer.partPlaceholder')}
          acceptsFiles
          className="min-h-12 text-lg"
        />
        <AttachmentProblems problems={problems} />
        <AttachmentList hasFocus state={state} dispatch={dispatch} />
        {!isFocused && <ExcessNotice state={state} />}
      </div>
    </li>
  );
}

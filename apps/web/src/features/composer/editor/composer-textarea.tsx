import { useEffect } from 'react';
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { isPosting } from './composer-reducer.ts';
import type { Composer } from './use-composer.ts';
import { useCompletion } from '../completion/use-completion.ts';
import { CompletionList } from '../completion/completion-list.tsx';
import { EmojiButton } from '../emoji/emoji-button.tsx';
import { t } from '../../../i18n/index.ts';
import { AutoGrowingTextarea } from './auto-growing-textarea.tsx';

interface ComposerTextareaProps {
  composer: Pick<Composer, 'state' | 'addFiles' | 'post' | 'counterId'> & {
    dispatch: (action: { type: 'text-changed'; text: string }) => void;
  };
  textBox: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  /** Whether files can be pasted. */
  acceptsFiles: boolean;
  className?: string;
}

/** The text box of all composers, with completion, pasting of files and Ctrl+Enter to post. */
export function ComposerTextarea(props: ComposerTextareaProps) {
  const { composer, textBox, label, placeholder, acceptsFiles, className } = props;
  const { state, dispatch, addFiles, post, counterId } = composer;
  const isBusy = isPosting(state);
  const { list, boxProps, updateToken, onKeyDown } = useCompletion({
    textBox,
    text: state.text,
    isDisabled: isBusy,
    onChange: (text) => dispatch({ type: 'text-changed', text }),
  });

  useEffect(() => {
    // Puts the caret at the end of a restored draft.
    const box = textBox.current;
    box?.setSelectionRange(box.value.length, box.value.length);
  }, [textBox]);

  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Word processors copy text together with an image of it: paste the text.
    if (!acceptsFiles || files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    addFiles([...files]);
  };
  const onKey = (event: KeyboardEvent) => {
    onKeyDown(event);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    post();
  };

  return (
    <div className="relative">
      <AutoGrowingTextarea
        {...boxProps}
        ref={textBox}
        value={state.text}
        readOnly={isBusy}
        aria-label={label}
        aria-describedby={counterId}
        placeholder={placeholder}
        className={classNames('pr-9', className)}
        onChange={({ currentTarget }) => {
          dispatch({ type: 'text-changed', text: currentTarget.value });
          updateToken(currentTarget);
        }}
        onPaste={onPaste}
        onKeyDown={onKey}
      />
      <div className="absolute -top-1.5 -right-2">
        <EmojiButton label={t('composer.emoji')} textBox={textBox} isDisabled={isBusy} />
      </div>
      <CompletionList {...list} textBox={textBox} />
    </div>
  );
}

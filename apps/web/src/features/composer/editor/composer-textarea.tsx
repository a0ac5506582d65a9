import { useEffect } from 'react';
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { isPosting } from './composer-reducer.ts';
import type { Composer } from './use-composer.ts';
import { useCompletion } from '../completion/use-completion.ts';
import { CompletionList } from '../completion/completion-list.tsx';
import { GrowingTextarea } from './auto-growing-textarea.tsx';

interface WritingBoxProps {
  composer: Composer;
  textBox: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  /** Whether files can be pasted into it. */
  takesFiles: boolean;
  className?: string;
}

/** The text box of every composer: completes #tags and @names, takes files, sends by key. */
export function WritingBox(props: WritingBoxProps) {
  const { composer, textBox, label, placeholder, takesFiles, className } = props;
  const { state, dispatch, addFiles, post, counterId } = composer;
  const isBusy = isPosting(state);
  const { list, boxProps, follow, onKeyDown } = useCompletion({
    textBox,
    text: state.text,
    isDisabled: isBusy,
    onChange: (text) => dispatch({ type: 'text-changed', text }),
  });

  useEffect(() => {
    // A draft is taken up where it ended.
    const box = textBox.current;
    box?.setSelectionRange(box.value.length, box.value.length);
  }, [textBox]);

  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Word processors put a picture of the text beside the text: then the text is meant.
    if (!takesFiles || files.length === 0 || types.includes('text/plain')) return;
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
    <>
      <GrowingTextarea
        {...boxProps}
        ref={textBox}
        value={state.text}
        readOnly={isBusy}
        aria-label={label}
        aria-describedby={counterId}
        placeholder={placeholder}
        {...(className !== undefined && { className })}
        onChange={({ currentTarget }) => {
          dispatch({ type: 'text-changed', text: currentTarget.value });
          follow(currentTarget);
        }}
        onPaste={onPaste}
        onKeyDown={onKey}
      />
      <CompletionList {...list} textBox={textBox} />
    </>
  );
}

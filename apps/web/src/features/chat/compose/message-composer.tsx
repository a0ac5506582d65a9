import Paperclip from 'lucide-react/icons/paperclip';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject, SubmitEvent } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { hasGifSearch } from '../../../lib/instance.ts';
import { messageMaxLength, textWarnLength } from '@skein/contracts/limits';
import { countCodePoints } from '@skein/contracts/text';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AutoGrowingTextarea } from '../../composer/editor/auto-growing-textarea.tsx';
import { acceptAttribute } from '../../composer/attachments/file-kinds.ts';
import { GifButton } from '../../composer/gifs/gif-button.tsx';
import { EmojiButton } from '../../composer/emoji/emoji-button.tsx';
import { useImeComposition } from '../../composer/editor/use-ime-composition.ts';
import { useFileDrop } from '../../composer/attachments/use-file-drop.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { emptyDraft } from '../model/conversation-state.ts';
import { useMemberTexts } from '../conversation/member-texts.ts';
import {
  useConversation,
  useConversationState,
  useConversationStore,
} from '../conversation/use-conversation.ts';
import { AttachmentsPlaceholder } from './attachments-box.tsx';
import { DropHint } from './drop-hint.tsx';
import { EditField } from './edit-field.tsx';
import { findKeyAction } from './message-keys.ts';
import { ReplyField } from './reply-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useFileAdding } from './use-file-adding.ts';

const loadAttachmentsField = () =>
  withMessages(
    async () => ({ default: (await import('./attachments-field.tsx')).AttachmentsField }),
    'composer',
    'attachments',
  );
const AttachmentsField = lazy(loadAttachmentsField);

const VoiceRecorder = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../voice/voice-recorder.tsx')).VoiceRecorder }),
    'voice',
  ),
);

const MentionCompletion = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../groups/mention-completion.tsx')).MentionCompletion }),
    'composer',
  ),
);

const hardwareKeyboard = '(hover: hover) and (pointer: fine)';

interface MessageComposerProps {
  /** The element that accepts dropped files. */
  dropZone: RefObject<HTMLElement | null>;
}

/**
 * The message box. Enter sends, Shift+Enter breaks the line, Up in an empty box edits the last own
 * message.
 */
export function MessageComposer({ dropZone }: MessageComposerProps) {
  const store = useConversationStore();
  const { mentionable } = useMemberTexts();
  const textBox = useRef<HTMLTextAreaElement>(null);
  const draft = useConversationState((state) => state.draft);
  const editing = useConversationState((state) => state.editing);
  const isRequest = useConversationState((state) => state.isRequest);
  const { text } = editing ?? draft;
  // The draft stays while a message is edited.
  const { replyTo } = editing ? emptyDraft : draft;
  const [problem, setProblem] = useState('');
  const [isRecording, setIsRecording] = useState(false);
  const { isComposing, boxProps } = useImeComposition();
  const hint = useRequestHint();

  // Accepting a request also moves the focus here, because the buttons of the request have disappeared.
  useEffect(() => {
    // On a phone the on-screen keyboard would cover the messages.
    if (window.matchMedia(hardwareKeyboard).matches)
      textBox.current?.focus({ preventScroll: true });
  }, [store, isRequest]);

  // Choosing a message to reply to or to edit continues in the text box.
  const chosenId = (editing?.message ?? replyTo)?.id;
  const [initialChosenId] = useState(chosenId);
  useEffect(() => {
    const box = textBox.current;
    if (!box || chosenId === undefined || chosenId === initialChosenId) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }, [chosenId, initialChosenId]);
  const cancel = () => {
    if (editing) store.edits.cancel();
    else store.replyTo(null);
    textBox.current?.focus();
  };

  const fileAdding = useFileAdding(store, setProblem);
  const onFiles = (files: readonly File[], altText?: string) => {
    if (files.length === 0 || editing) return;
    preloader(loadAttachmentsField)();
    textBox.current?.focus();
    void fileAdding.addFiles(files, altText);
  };
  const isDragging = useFileDrop({ zone: dropZone, onDrop: onFiles });
  const send = () => {
    setProblem('');
    fileAdding.send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = findKeyAction(event, store.getState());
    if (action === null || isComposing(event)) return;
    if (action === 'edit-last' && !store.edits.startLast()) return;
    event.preventDefault();
    if (action === 'send') send();
    if (action !== 'cancel') return;
    event.stopPropagation();
    cancel();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Word processors add a picture of the copied text: the text is preferred.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    onFiles([...files]);
  };
  const closeRecorder = (reason = '') => {
    setProblem(reason);
    // The text box is visible again, so it can have the focus.
    flushSync(() => setIsRecording(false));
    textBox.current?.focus();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
    textBox.current?.focus();
  };

  return (
    <form onSubmit={onSubmit} className="shrink-0 border-t border-line px-2 py-2 sm:px-3">
      {hint.text}
      <Problems problem={problem} />
      {isDragging && editing === null && <DropHint />}
      {isRecording && (
        <Suspense fallback={<div className="h-14" />}>
          <VoiceRecorder
            onClose={closeRecorder}
            onSend={(recording) => {
              store.send(recording);
              closeRecorder();
            }}
          />
        </Suspense>
      )}
      <div className={isRecording ? 'hidden' : 'flex items-end gap-1'}>
        <FilePicker onPick={onFiles} isDisabled={editing !== null} />
        <div className="min-w-0 grow rounded-[1.25rem] border border-field bg-canvas transition-colors focus-within:border-accent">
          <DraftFields onCancel={cancel} onProblem={setProblem} />
          <div className="flex items-end">
            <div className="max-h-40 min-w-0 grow overflow-y-auto overscroll-contain">
              <AutoGrowingTextarea
                {...boxProps}
                ref={textBox}
                value={text}
                rows={1}
                enterKeyHint="send"
                aria-describedby={hint.id}
                aria-label={t(editing ? 'chat.editing' : 'chat.write')}
                placeholder={t('chat.write')}
                className="px-3.5 py-2 [&>textarea]:focus-visible:outline-none"
                onChange={({ currentTarget }) => store.write(currentTarget.value)}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
              />
            </div>
            {mentionable.length > 0 && (
              <Suspense>
                <MentionCompletion
                  textBox={textBox}
                  text={text}
                  users={mentionable}
                  onChange={(changed) => store.write(changed)}
                />
              </Suspense>
            )}
            <EmojiButton label={t('chat.emoji')} textBox={textBox} />
          </div>
          <CharacterCount count={countCodePoints(text.trim())} />
        </div>
        <SubmitButton
          onRecord={() => {
            setProblem('');
            setIsRecording(true);
          }}
        />
      </div>
    </form>
  );
}

/** Why files cannot be sent, and which could not be restored. */
function Problems({ problem }: { problem: string }) {
  const lostFiles = useConversationState((state) => state.lostFiles);
  const names = lostFiles.join(', ');
  return (
    <p role="alert" className="px-2 text-sm whitespace-pre-line text-danger not-empty:pb-1.5">
      {problem === '' && names !== '' ? t('chat.problem.lost', { names }) : problem}
    </p>
  );
}

/** States that the next message waits as a request. */
function useRequestHint(): { id: string | undefined; text: ReactNode } {
  const id = useId();
  const { title: name } = useConversation();
  const sendsRequest = useConversationState((state) => state.sendsRequest);
  if (!sendsRequest) return { id: undefined, text: null };
  const text = (
    <p id={id} className="px-2 pb-1.5 text-sm text-balance text-muted">
      {t('chat.sendsRequest', { name })}
    </p>
  );
  return { id, text };
}

interface DraftFieldsProps {
  onCancel: () => void;
  onProblem: (problem: string) => void;
}

/** What the text belongs to: the edited message, the quoted one, and the files. */
function DraftFields({ onCancel, onProblem }: DraftFieldsProps) {
  const store = useConversationStore();
  const draft = useConversationState((state) => state.draft);
  const editing = useConversationState((state) => state.editing);
  const { attachments, replyTo } = editing ? emptyDraft : draft;
  return (
    <>
      <EditField editing={editing} onCancel={onCancel} />
      {replyTo && <ReplyField quoted={replyTo} onRemove={onCancel} />}
      {attachments.length > 0 && (
        <Suspense fallback={<AttachmentsPlaceholder count={attachments.length} />}>
          <AttachmentsField
            attachments={attachments}
            onChange={(changed) => store.attachFiles(changed)}
            onProblem={onProblem}
          />
        </Suspense>
      )}
    </>
  );
}

function FilePicker(props: Omit<Parameters<typeof GifButton>[0], 'label'>) {
  const { onPick, isDisabled } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptAttribute('image', 'video', 'audio')}
        hidden
        aria-label={t('chat.attach')}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])], '');
          // Selecting the same file again must fire a change event.
          target.value = '';
        }}
      />
      <IconButton
        icon={Paperclip}
        label={t('chat.attach')}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      />
      {hasGifSearch() && <GifButton {...props} label={t('chat.addGif')} />}
    </>
  );
}

/** The character count of a long text. */
function CharacterCount({ count }: { count: number }) {
  if (count <= textWarnLength) return null;
  const excess = count - messageMaxLength;
  return (
    <p
      aria-live="polite"
      className={`px-3.5 pb-2 text-right text-sm tabular-nums ${excess > 0 ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      {excess > 0 ? t('chat.tooLong', { count: excess }) : `${count}/${messageMaxLength}`}
    </p>
  );
}

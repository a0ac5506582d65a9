import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { isPosting } from './composer-reducer.ts';
import type { Composer } from './use-composer.ts';
import { useFileDrop } from '../attachments/use-file-drop.ts';
import { PartAuthor } from '../chain/part-author.tsx';
import { AttachmentList } from '../attachments/attachment-list.tsx';
import { AttachmentProblems } from '../attachments/attachment-problems.tsx';
import { ContentWarningField, SensitiveCheckbox } from './content-warning-field.tsx';
import { UnreachedMentions } from './unreached-mentions.tsx';
import { ComposerTextarea } from './composer-textarea.tsx';

interface ComposerFormProps {
  composer: Composer;
  textBox: RefObject<HTMLTextAreaElement | null>;
  placeholder: string;
  /** `dialog` accepts dropped files anywhere, `inline` only on the form, which is also lower. */
  variant?: 'dialog' | 'inline';
  /** Whether files can be added and removed. Descriptions can be changed in any case. */
  acceptsFiles?: boolean;
  /** Called when something in it gets the focus. */
  onFocus?: () => void;
  /** Shown above the text box. */
  heading?: ReactNode;
  /** Shown below text and files. */
  children?: ReactNode;
}

/** The body of a composer: author, text and files. */
export function ComposerForm(props: ComposerFormProps) {
  const { composer, textBox, placeholder, variant = 'dialog', heading, children, onFocus } = props;
  const { acceptsFiles = true } = props;
  const { state, dispatch, addFiles } = composer;
  const { user } = useSession();
  const form = useRef<HTMLDivElement>(null);
  const isDragging = useFileDrop({
    ...(variant === 'inline' && { zone: form }),
    onDrop: (files) => acceptsFiles && !isPosting(state) && addFiles(files),
  });

  return (
    <div
      ref={form}
      onFocus={onFocus}
      className="relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-4"
    >
      <PartAuthor hasNext={state.parts.length > 0} />
      <div className="min-w-0">
        <p className="truncate font-semibold" dir="auto">
          {user?.name}
        </p>
        {heading}
        <ContentWarningField composer={composer} />
        <ComposerTextarea
          composer={composer}
          textBox={textBox}
          label={t('composer.text')}
          placeholder={placeholder}
          acceptsFiles={acceptsFiles}
          className={variant === 'inline' ? 'mt-1 min-h-12 text-lg' : 'mt-1 min-h-24 text-lg'}
        />
        <UnreachedMentions text={state.text} />
        <AttachmentProblems problems={state.problems} />
        <AttachmentList hasFocus state={state} dispatch={dispatch} isFixed={!acceptsFiles} />
        {state.attachments.length + state.restoring.length > 0 && (
          <SensitiveCheckbox composer={composer} />
        )}
        {children}
      </div>
      {isDragging && acceptsFiles && (
        <div className="pointer-events-none absolute inset-2 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft font-semibold text-accent">
          {t('composer.dropHere')}
        </div>
      )}
    </div>
  );
}

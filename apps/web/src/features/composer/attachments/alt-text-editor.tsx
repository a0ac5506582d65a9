import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { altTextMaxLength } from '@skein/contracts/limits';
import { countCodePoints, isBlank } from '@skein/contracts/text';
import type { Focus } from '@skein/contracts/media';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from './attachments-reducer.ts';
import { FocusField } from './focus-field.tsx';

interface AltTextEditorProps {
  attachment: Attachment;
  /** A new object for each attempt to post the file without a description; otherwise null. */
  reminder: object | null;
  onChange: (altText: string) => void;
  /** Null for a file without a point that crops keep. */
  onFocusChange: ((focus: Focus) => void) | null;
  onDone: () => void;
}

const bringIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' });

/** The panel to edit the alt text of a file. Escape closes the panel but not the dialog. */
export function AltTextEditor(props: AltTextEditorProps) {
  const { attachment, reminder, onChange, onFocusChange, onDone } = props;
  const { file, kind, altText } = attachment;
  const hintId = useId();
  const textBox = useRef<HTMLTextAreaElement>(null);
  const isMissing = reminder !== null && isBlank(altText);
  useEffect(() => {
    if (reminder) textBox.current?.focus();
  }, [reminder]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    // The handler catches Escape events that bubble from the text box.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={bringIntoView}
      className="mt-3 scroll-my-4 rounded-md bg-sunken p-3"
      onKeyDown={onKeyDown}
    >
      <legend className="sr-only">{t('composer.describe', { name: file.name })}</legend>
      <p className="font-semibold">{t(`composer.altTitle.${kind}`)}</p>
      <p id={hintId} className="text-sm text-muted">
        {t('composer.altHint')}
      </p>
      <textarea
        // The ALT button opens the panel, so the focus moves here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        ref={textBox}
        rows={3}
        aria-invalid={isMissing || undefined}
        value={altText}
        aria-label={t('composer.altLabel')}
        aria-describedby={hintId}
        className="mt-2 w-full resize-none rounded-md border border-field bg-raised px-3 py-2 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="alert" className="text-sm text-danger not-empty:mt-1">
        {isMissing && t('composer.altRequired')}
      </p>
      {onFocusChange && <FocusField attachment={attachment} onChange={onFocusChange} />}
      <div className="mt-2 flex items-center justify-between gap-3">
        <span className="text-sm text-muted tabular-nums">
          {countCodePoints(altText)}/{altTextMaxLength}
        </span>
        <Button size="sm" variant="secondary" onClick={onDone}>
          {t('composer.altDone')}
        </Button>
      </div>
    </fieldset>
  );
}

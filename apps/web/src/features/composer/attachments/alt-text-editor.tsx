import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { altTextMaxLength } from '@skein/contracts/limits';
import { countCodePoints } from '@skein/contracts/text';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from './attachments-reducer.ts';

interface AltEditorProps {
  attachment: Attachment;
  onChange: (altText: string) => void;
  onDone: () => void;
}

const bringIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' });

/** The panel in which a file is described. Escape leaves the panel, not the dialog. */
export function AltEditor({ attachment, onChange, onDone }: AltEditorProps) {
  const { file, kind, altText } = attachment;
  const hintId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    // The keys are the text box's; the panel only catches them on their way up.
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
        // Opened by a press on the file's ALT button: this is where that press leads.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={3}
        value={altText}
        aria-label={t('composer.altLabel')}
        aria-describedby={hintId}
        className="mt-2 w-full resize-none rounded-md border border-field bg-raised px-3 py-2"
        onChange={(event) => onChange(event.target.value)}
      />
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

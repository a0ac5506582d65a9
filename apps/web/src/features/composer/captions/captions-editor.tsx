import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { captionsMaxBytes, captionsPerVideoMax } from '@skein/contracts/limits';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { AttachedCaptions, Attachment } from '../attachments/attachments-reducer.ts';
import { addCaptions, canAddCaptions, checkCaptions, listLanguages } from './caption-files.ts';
import type { CaptionsProblem } from './caption-files.ts';

interface CaptionsEditorProps {
  attachment: Attachment;
  onChange: (captions: AttachedCaptions[]) => void;
  onDone: () => void;
}

/** The panel to add captions to a video. Escape closes the panel but not the dialog. */
export function CaptionsEditor({ attachment, onChange, onDone }: CaptionsEditorProps) {
  const { file: video, captions = [] } = attachment;
  const [problem, setProblem] = useState<{ kind: CaptionsProblem; name: string } | null>(null);
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
    panel.current?.querySelector('button')?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  const pick = async (file: File, change: (file: File) => AttachedCaptions[]) => {
    const kind = await checkCaptions(file);
    setProblem(kind && { kind, name: file.name });
    if (kind === null) onChange(change(file));
  };
  const replace = (index: number, fields: Partial<AttachedCaptions>) =>
    captions.map((item, position) => (position === index ? { ...item, ...fields } : item));
  return (
    // The handler catches Escape events that bubble from the controls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={panel}
      className="mt-3 scroll-my-4 rounded-md bg-sunken p-3"
      onKeyDown={onKeyDown}
    >
      <legend className="sr-only">{t('composer.captions', { name: video.name })}</legend>
      <p className="font-semibold">{t('captions.title')}</p>
      <p className="text-sm text-muted">
        {t('captions.hint', { kilobytes: captionsMaxBytes / 1024, max: captionsPerVideoMax })}
      </p>
      {captions.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {captions.map(({ file, language }, index) => (
            // The language changes while its select has the focus.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <LanguageSelect
                name={file.name}
                value={language}
                others={captions.toSpliced(index, 1)}
                onChange={(tag) => onChange(replace(index, { language: tag }))}
              />
              <span className="min-w-0 grow truncate text-sm" title={file.name}>
                {file.name}
              </span>
              <div className="ml-auto flex items-center gap-1">
                <CaptionsPicker
                  label={t('captions.replaceFile', { name: file.name })}
                  text={t('captions.replace')}
                  onPick={(picked) => void pick(picked, (other) => replace(index, { file: other }))}
                />
                <IconButton
                  icon={X}
                  iconSize={18}
                  size="sm"
                  label={t('composer.removeFile', { name: file.name })}
                  onClick={() => {
                    onChange(captions.toSpliced(index, 1));
                    panel.current?.querySelector<HTMLElement>('[data-done]')?.focus();
                  }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-sm text-danger not-empty:mt-2">
        {problem && t(`captions.${problem.kind}`, { name: problem.name })}
      </p>
      <div className="mt-2 flex items-center justify-between gap-3">
        {canAddCaptions(captions) && (
          <CaptionsPicker
            text={t('captions.add')}
            onPick={(file) => void pick(file, (added) => addCaptions(captions, added))}
          />
        )}
        <Button size="sm" variant="secondary" className="ml-auto" data-done onClick={onDone}>
          {t('composer.altDone')}
        </Button>
      </div>
    </fieldset>
  );
}

interface CaptionsPickerProps {
  text: string;
  /** The accessible name, if the text is not enough. */
  label?: string;
  onPick: (file: File) => void;
}

function CaptionsPicker({ text, label = text, onPick }: CaptionsPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".vtt,text/vtt"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onPick(file);
          // Allows to pick the same file again.
          target.value = '';
        }}
      />
      <Button
        size="sm"
        variant="secondary"
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        {text}
      </Button>
    </>
  );
}

interface LanguageSelectProps {
  /** The name of the file. */
  name: string;
  value: string;
  others: readonly AttachedCaptions[];
  onChange: (language: string) => void;
}

function LanguageSelect({ name, value, others, onChange }: LanguageSelectProps) {
  return (
    <select
      aria-label={t('captions.language', { name })}
      value={value}
      className="h-8 max-w-40 rounded-md border border-field bg-raised px-2 text-sm"
      onChange={({ target }) => onChange(target.value)}
    >
      {listLanguages(others).map((language) => (
        <option key={language.tag} value={language.tag}>
          {language.name}
        </option>
      ))}
    </select>
  );
}

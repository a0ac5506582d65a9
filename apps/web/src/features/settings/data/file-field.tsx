import { useId, useRef } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';

interface FileFieldProps {
  label: string;
  hint: string;
  /** The file name extensions and types. */
  accept: string;
  file: File | null;
  onChange: (file: File) => void;
}

/** A button that selects a file. */
export function FileField({ label, hint, accept, file, onChange }: FileFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const hintId = useId();
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="font-medium">{label}</p>
      <input
        ref={inputRef}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ currentTarget: input }) => {
          const [selected] = input.files ?? [];
          if (selected) onChange(selected);
          // Selecting the same file again must fire a change event.
          input.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          aria-describedby={hintId}
          onClick={() => inputRef.current?.click()}
        >
          {t('imports.chooseFile')}
        </Button>
        <span role="status" className="wrap-anywhere empty:hidden">
          {file?.name}
        </span>
      </div>
      <p id={hintId} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}

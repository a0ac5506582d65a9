import { importKinds, importModes, importRowsMax } from '@skein/contracts/import-limits';
import type { Import } from '@skein/contracts/imports';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { toFormError } from '../../auth/model/form-error.ts';
import { useCreateImport } from '../api/imports.mutation.ts';
import { RadioGroup } from './radio-group.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

/** Uploads a file as a preview of an import. */
export function ImportForm() {
  const [kind, setKind] = useState<Import['kind']>('follows');
  const [mode, setMode] = useState<Import['mode']>('merge');
  const [file, setFile] = useState<File | null>(null);
  const create = useCreateImport();
  const upload = () => {
    if (file !== null) create.mutate({ kind, mode, file }, { onSuccess: () => setFile(null) });
  };
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // React also passes events of a dialog to the form that contains its component.
        event.stopPropagation();
        upload();
      }}
      onInput={(event) => event.stopPropagation()}
    >
      <SelectField
        label={t('imports.kind')}
        value={kind}
        onChange={({ target }) => {
          setKind(importKinds.find((value) => value === target.value) ?? kind);
        }}
      >
        {importKinds.map((value) => (
          <option key={value} value={value}>
            {t(`imports.kind.${value}`)}
          </option>
        ))}
      </SelectField>
      <FileField file={file} onChange={setFile} />
      <div>
        <RadioGroup
          label={t('imports.mode')}
          value={mode}
          options={importModes.map((value) => ({ value, label: t(`imports.mode.${value}`) }))}
          onChange={setMode}
        />
        <p className="mt-1 text-sm text-muted">{t(`imports.mode.${mode}Text`)}</p>
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {create.error && toFormError(create.error, t('imports.checkFailed')).message}
      </p>
      <Button
        type="submit"
        className="self-start"
        isBusy={create.isPending}
        disabled={file === null}
      >
        {t('imports.check')}
      </Button>
    </form>
  );
}

interface FileFieldProps {
  file: File | null;
  onChange: (file: File) => void;
}

function FileField({ file, onChange }: FileFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const hintId = useId();
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="font-medium">{t('imports.file')}</p>
      <input
        ref={inputRef}
        type="file"
        accept=".csv,text/csv"
        tabIndex={-1}
        aria-label={t('imports.file')}
        className="sr-only"
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
        {t('imports.fileHint', { max: importRowsMax })}
      </p>
    </div>
  );
}

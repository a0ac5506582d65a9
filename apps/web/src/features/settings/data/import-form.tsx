import { importKinds, importModes, importRowsMax } from '@skein/contracts/import-limits';
import type { Import } from '@skein/contracts/imports';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { toFormError } from '../../auth/account/form-error.ts';
import { useCreateImport } from './imports.mutation.ts';
import { FileField } from './file-field.tsx';
import { PostsImportForm } from './posts-import-form.tsx';
import { RadioGroup } from '../layout/radio-group.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

const kinds = [...importKinds, 'posts'] as const;

/** Chooses what to import, and uploads it. */
export function ImportForm() {
  const [kind, setKind] = useState<Import['kind'] | 'posts'>('follows');
  return (
    <div className="flex flex-col gap-5">
      <SelectField
        label={t('imports.kind')}
        value={kind}
        onChange={({ target }) => setKind(kinds.find((value) => value === target.value) ?? kind)}
      >
        {kinds.map((value) => (
          <option key={value} value={value}>
            {t(`imports.kind.${value}`)}
          </option>
        ))}
      </SelectField>
      {kind === 'posts' ? <PostsImportForm /> : <AccountsImportForm kind={kind} />}
    </div>
  );
}

interface AccountsImportFormProps {
  kind: Import['kind'];
  /** Whether the import may replace what the user has. */
  canOverwrite?: boolean;
}

/** Uploads a file of accounts as a preview of an import. */
export function AccountsImportForm({ kind, canOverwrite = true }: AccountsImportFormProps) {
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
      <FileField
        label={t('imports.file')}
        hint={t('imports.fileHint', { max: importRowsMax })}
        accept=".csv,text/csv"
        file={file}
        onChange={setFile}
      />
      {canOverwrite && (
        <div>
          <RadioGroup
            label={t('imports.mode')}
            value={mode}
            options={importModes.map((value) => ({ value, label: t(`imports.mode.${value}`) }))}
            onChange={setMode}
          />
          <p className="mt-1 text-sm text-muted">{t(`imports.mode.${mode}Text`)}</p>
        </div>
      )}
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

import { useState } from 'react';
import { t } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

/** The catalog of the texts: the forms for lists of users and bookmark folders differ only in these. */
export type NamedTexts = 'folders' | 'lists';

interface NameFormProps<Saved> {
  texts: NamedTexts;
  /** The present name; undefined to create something. */
  name?: string | undefined;
  maxLength: number;
  save: {
    isPending: boolean;
    mutate: (name: string, options: { onSuccess: (saved: Saved) => void }) => void;
  };
  onSaved?: ((saved: Saved) => void) | undefined;
  /** Shows a button that leaves the form. */
  onCancel?: (() => void) | undefined;
}

/** Creates or renames something. */
export function NameForm<Saved>(props: NameFormProps<Saved>) {
  const { texts, name: present, maxLength, save, onSaved, onCancel } = props;
  const [name, setName] = useState(present ?? '');
  const isNew = present === undefined;
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(name, {
          onSuccess: (saved) => {
            if (isNew) setName('');
            onSaved?.(saved);
          },
        });
      }}
    >
      <TextField
        label={t(isNew ? `${texts}.newName` : `${texts}.name`)}
        value={name}
        maxLength={maxLength}
        autoComplete="off"
        className="min-w-0 grow basis-48"
        ref={isNew ? undefined : focus}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="my-0.5 flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="secondary"
          isBusy={save.isPending}
          disabled={name.trim() === '' || save.isPending}
        >
          {t(isNew ? `${texts}.create` : `${texts}.rename`)}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

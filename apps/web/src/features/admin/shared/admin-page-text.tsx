import { instancePageMaxLength } from '@skein/contracts/limits';
import type { InstancePage } from '@skein/contracts/administration';
import type { SavedPage } from '@skein/contracts/instance';
import { Suspense, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import {
  UnsavedChangesConfirmation,
  useUnsavedChangesGuard,
} from '../../../ui/unsaved-changes.tsx';
import { LazyMarkdown } from '../../instance/lazy-markdown.tsx';
import { TextSkeleton } from '../../instance/text-skeleton.tsx';
import { pageTextQuery } from './admin.queries.ts';
import { useSavePage } from '../settings/save-settings.mutation.ts';
import { EditedQuery } from './edited-query.tsx';
import { SaveError } from './save-error.tsx';

/** Edits a text about the instance, with a preview. */
export function AdminPageText({ page }: { page: InstancePage }) {
  return (
    <EditedQuery options={pageTextQuery(page)}>
      {(saved, onReload) => <PageForm page={page} saved={saved} onReload={onReload} />}
    </EditedQuery>
  );
}

interface PageFormProps {
  page: InstancePage;
  saved: SavedPage;
  onReload: () => void;
}

function PageForm({ page, saved, onReload }: PageFormProps) {
  const [version, setVersion] = useState(saved.version);
  const [savedText, setSavedText] = useState(saved.text);
  const [text, setText] = useState(saved.text);
  const [isPreview, setIsPreview] = useState(false);
  const save = useSavePage(page);
  const isChanged = text !== savedText;
  const unsavedChanges = useUnsavedChangesGuard({
    isEditing: isChanged,
    hasChanges: () => isChanged,
    discard: () => setText(savedText),
  });
  const { variable } = saved;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(
      { version, text },
      {
        onSuccess: (result) => {
          setVersion(result.version);
          setSavedText(result.text);
          // Keeps what was typed meanwhile.
          setText((current) => (current === text ? result.text : current));
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
      {isPreview ? (
        <section
          aria-label={t('admin.page.preview')}
          className="min-h-40 rounded-md border border-line p-4"
        >
          <Suspense fallback={<TextSkeleton />}>
            <LazyMarkdown text={text} />
          </Suspense>
        </section>
      ) : (
        <TextAreaField
          label={t(`admin.tab.${page}`)}
          hint={variable === null ? t('admin.page.hint') : t('admin.settings.fixed', { variable })}
          rows={16}
          maxLength={instancePageMaxLength}
          value={text}
          disabled={variable !== null}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <SaveError error={save.error} onReload={onReload} />
      <UnsavedChangesConfirmation guard={unsavedChanges} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          isBusy={save.isPending}
          disabled={variable !== null || save.isPending}
        >
          {t('admin.page.save')}
        </Button>
        <Button variant="secondary" onClick={() => setIsPreview(!isPreview)}>
          {t(isPreview ? 'admin.page.edit' : 'admin.page.preview')}
        </Button>
      </div>
    </form>
  );
}

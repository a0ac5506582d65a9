import type { PostsImport } from '@skein/contracts/imports';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toFormError } from '../../auth/account/form-error.ts';
import {
  invalidateImportedPosts,
  uploadArchive,
} from '../imported-posts/imported-posts.queries.ts';
import { FileField } from './file-field.tsx';
import { SettingsLink } from '../layout/settings-link.tsx';

const results = ['added', 'unchanged', 'reposts', 'replies', 'private', 'empty', 'excess'] as const;

/** Uploads an archive of posts. */
export function PostsImportForm() {
  const [file, setFile] = useState<File | null>(null);
  const [includesReplies, setIncludesReplies] = useState(false);
  const [progress, setProgress] = useState(0);
  const upload = useMutation({
    mutationFn: (archive: File) =>
      uploadArchive({ file: archive, includesReplies, onUploadProgress: setProgress }),
    onMutate: () => setProgress(0),
    onSuccess: (_result, _archive, _before, { client }) => {
      setFile(null);
      return invalidateImportedPosts(client);
    },
  });
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // React also passes events of a dialog to the form that contains its component.
        event.stopPropagation();
        if (file !== null && !upload.isPending) upload.mutate(file);
      }}
      onInput={(event) => event.stopPropagation()}
    >
      <FileField
        label={t('imports.archive')}
        hint={t('imports.archiveHint')}
        accept=".zip,.gz,.tgz,.tar,.json,.car"
        file={file}
        onChange={setFile}
      />
      <Checkbox
        checked={includesReplies}
        onChange={({ target }) => setIncludesReplies(target.checked)}
      >
        {t('imports.includeReplies')}
      </Checkbox>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {upload.error && toFormError(upload.error, t('imports.postsFailed')).message}
      </p>
      {upload.isPending && <UploadProgress fraction={progress} />}
      <p role="status" className="text-sm empty:hidden">
        {upload.data && describeResult(upload.data)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={upload.isPending} disabled={file === null}>
          {t('imports.importPosts')}
        </Button>
        <SettingsLink to={paths.importedPosts}>{t('imports.showPosts')}</SettingsLink>
      </div>
    </form>
  );
}

/** Once everything is sent, the server reads the archive. */
function UploadProgress({ fraction }: { fraction: number }) {
  const label = t(fraction < 1 ? 'imports.uploading' : 'imports.reading');
  return (
    <div className="flex flex-col gap-1 text-sm">
      <progress
        aria-label={label}
        {...(fraction < 1 && { value: fraction })}
        max={1}
        className="w-full"
      />
      <p>{label}</p>
    </div>
  );
}

function describeResult(result: PostsImport): string {
  return results
    .filter((name) => name === 'added' || result[`${name}Count`] > 0)
    .map((name) => t(`imports.posts.${name}`, { count: result[`${name}Count`] }))
    .join(' · ');
}

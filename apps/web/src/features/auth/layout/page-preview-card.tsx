import EyeOff from 'lucide-react/icons/eye-off';
import { useEffect, useState } from 'react';
import * as routes from '@skein/contracts/routes';
import type { PagePreview } from '@skein/contracts/previews';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The public thread or profile at a path. Its height is the same in all states, so that the form does not move. */
export function PagePreviewCard({ path }: { path: string }) {
  const [preview, setPreview] = useState<PagePreview | null>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    request(routes.getPagePreview, { query: { path }, signal }).then(setPreview, () => {
      if (!signal.aborted) setPreview(null);
    });
    return () => controller.abort();
  }, [path]);
  return (
    <section
      aria-label={t('auth.waiting')}
      className="h-29 overflow-hidden rounded-lg border border-line p-3"
    >
      {preview === undefined && <PreviewSkeleton />}
      {preview === null && <p className="text-muted">{t('auth.waiting.page')}</p>}
      {preview && <Preview preview={preview} />}
    </section>
  );
}

function PreviewSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-full" />
    </div>
  );
}

function Preview({ preview }: { preview: PagePreview }) {
  const { kind, author, text } = preview;
  return (
    <>
      <p className="truncate text-sm text-muted">{t(`auth.waiting.${kind}`)}</p>
      <div className="mt-2 flex gap-3">
        <Avatar name={author.name} picture={author.picture} />
        <div className="min-w-0 grow leading-tight">
          <p className="flex gap-1.5">
            <bdi className="truncate font-semibold">{author.name}</bdi>
            <span className="truncate text-muted">@{author.username}</span>
          </p>
          <p dir="auto" className="mt-0.5 line-clamp-2 wrap-anywhere">
            {text}
          </p>
        </div>
        <PreviewImage preview={preview} />
      </div>
    </>
  );
}

function PreviewImage({ preview: { image, hasCoveredMedia } }: { preview: PagePreview }) {
  const frame = 'size-16 shrink-0 rounded-md bg-sunken';
  if (hasCoveredMedia) {
    return (
      <span className={`${frame} grid place-items-center text-muted`}>
        <EyeOff size={20} aria-hidden />
        <span className="sr-only">{t('auth.waiting.covered')}</span>
      </span>
    );
  }
  if (image === null) return null;
  return <img src={image.url} alt={image.altText ?? ''} className={`${frame} object-cover`} />;
}

import { instanceImageKinds } from '@skein/contracts/administration';
import type { InstanceImageKind } from '@skein/contracts/administration';
import { useQuery } from '@tanstack/react-query';
import ImageIcon from 'lucide-react/icons/image';
import { useRef } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { instanceImagesQuery, useSaveImage } from './instance-images.mutation.ts';

/** The logo and the favicon, which are saved as soon as they are chosen. */
export function InstanceImages({
  kinds = instanceImageKinds,
}: {
  kinds?: readonly InstanceImageKind[];
}) {
  const { data } = useQuery(instanceImagesQuery);
  return (
    <section aria-label={t('admin.images.title')} className="flex flex-col gap-4">
      {kinds.map((kind) => (
        <InstanceImage key={kind} kind={kind} url={data?.[kind] ?? null} />
      ))}
    </section>
  );
}

function InstanceImage({ kind, url }: { kind: InstanceImageKind; url: string | null }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const chooseRef = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useSaveImage(kind);
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) mutate(file);
    // Selecting the same file again must fire a change event.
    input.value = '';
  };
  const remove = () => {
    mutate(null);
    // The clicked button will be removed.
    chooseRef.current?.focus();
  };
  return (
    <div className="flex items-center gap-4">
      <div className="grid size-16 shrink-0 place-items-center rounded-md border border-line bg-sunken">
        {url === null ? (
          <ImageIcon size="1.5rem" aria-hidden className="text-muted" />
        ) : (
          <img src={url} width={48} height={48} alt={t(`admin.images.${kind}`)} />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <div>
          <p className="font-medium">{t(`admin.images.${kind}`)}</p>
          <p className="text-sm text-muted">{t(`admin.images.${kind}Hint`)}</p>
        </div>
        <input
          ref={inputRef}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          tabIndex={-1}
          aria-label={t(`admin.images.${kind}Choose`)}
          className="sr-only"
          onChange={(event) => choose(event.currentTarget)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            ref={chooseRef}
            size="sm"
            variant="secondary"
            isBusy={isPending}
            onClick={() => inputRef.current?.click()}
          >
            {t(`admin.images.${kind}Choose`)}
          </Button>
          {url !== null && (
            <Button size="sm" variant="secondary" onClick={remove}>
              {t(`admin.images.${kind}Remove`)}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

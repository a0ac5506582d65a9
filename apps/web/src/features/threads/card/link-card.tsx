import Play from 'lucide-react/icons/play';
import type { LinkCard as LinkCardData } from '@skein/contracts/threads';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { Picture } from '../media/picture.tsx';

/** Links to a page, with what it says about itself. A video opens there: nothing of it is loaded here. */
export function LinkCard({ card }: { card: LinkCardData }) {
  const { url, title, description, isVideo, image } = card;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="mt-2.5 block overflow-hidden rounded-lg border border-line transition-colors hover:bg-hover"
    >
      {image && (
        <span className="relative -mb-px block aspect-[1.91] bg-sunken">
          <Picture media={toPicture(image)} sizes="(min-width: 640px) 516px, 100vw" />
          {isVideo && (
            <span className="absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-overlay text-on-overlay">
              <Play size="1.625rem" fill="currentColor" role="img" aria-label={t('media.video')} />
            </span>
          )}
        </span>
      )}
      <span dir="auto" className="flex h-21.5 flex-col justify-center px-3.5">
        <span className="truncate text-sm text-muted">{getHost(url)}</span>
        <span className={classNames('font-medium', description ? 'truncate' : 'line-clamp-2')}>
          {title}
        </span>
        {description !== null && <span className="truncate text-sm text-muted">{description}</span>}
      </span>
    </a>
  );
}

/** As the browser parses it, so that lookalike characters cannot imitate another site. */
function getHost(url: string): string {
  return new URL(url).host.replace(/^www\./, '');
}

function toPicture({ url, ...image }: NonNullable<LinkCardData['image']>) {
  const media = { mediaType: 'image', mediaUrl: url, posterUrl: null, altText: null } as const;
  return { ...media, ...image, variants: [] };
}

import { bannerAspectRatio, bannerWidthsPx } from '@skein/contracts/limits';
import { useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { avatarBackground } from './avatar.tsx';

const [largestPx] = bannerWidthsPx;
const largestFile = `/${largestPx}.webp`;

interface BannerProps {
  /** The name of the user. It selects the color that is shown without a banner. */
  name: string;
  url: string | null;
  /** Its width on the screen, as in the attribute of an image. */
  sizes: string;
  className?: string;
}

/** The banner of a profile, or a color, in the same area. Decorative. */
export function Banner({ name, url, sizes, className }: BannerProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const isShown = url !== null && url !== brokenUrl;
  return (
    <div className={classNames('relative aspect-3/1 overflow-hidden', className)}>
      {isShown ? (
        <img
          src={url}
          srcSet={listSizes(url)}
          sizes={sizes}
          alt=""
          width={largestPx}
          height={largestPx / bannerAspectRatio}
          decoding="async"
          onError={() => setBrokenUrl(url)}
          className="size-full bg-skeleton object-cover"
        />
      ) : (
        <div aria-hidden className={classNames('size-full opacity-30', avatarBackground(name))} />
      )}
    </div>
  );
}

/** The stored sizes as a `srcset`; none for a file that is not saved yet. */
function listSizes(url: string): string | undefined {
  if (!url.endsWith(largestFile)) return undefined;
  const folder = url.slice(0, -largestFile.length);
  return bannerWidthsPx.map((width) => `${folder}/${width}.webp ${width}w`).join(', ');
}

import { getAvatarColor, getInitials } from '@skein/contracts/avatar';
import { useState } from 'react';
import { classNames } from '../lib/class-names.ts';

/** A background for white text that depends only on the name. */
export const avatarBackground = (name: string) => colors[getAvatarColor(name)];

const colors = [
  'bg-avatar-0',
  'bg-avatar-1',
  'bg-avatar-2',
  'bg-avatar-3',
  'bg-avatar-4',
  'bg-avatar-5',
  'bg-avatar-6',
  'bg-avatar-7',
  'bg-avatar-8',
  'bg-avatar-9',
];

const sizes = {
  xs: { box: 'size-6 text-[0.625rem]', pixels: 24 },
  sm: { box: 'size-8 text-xs', pixels: 32 },
  md: { box: 'size-10 text-sm', pixels: 40 },
  lg: { box: 'size-16 text-xl', pixels: 64 },
  xl: { box: 'size-20 text-2xl', pixels: 80 },
} as const;

interface AvatarProps {
  name: string;
  picture: string | null;
  size?: keyof typeof sizes;
  className?: string;
}

/** A user's picture, or initials on a colored background. Decorative, because the name is next to it. */
export function Avatar({ name, picture, size = 'md', className }: AvatarProps) {
  const [brokenPicture, setBrokenPicture] = useState<string | null>(null);
  const { box, pixels } = sizes[size];
  if (picture !== null && picture !== brokenPicture) {
    return (
      <img
        src={picture}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        onError={() => setBrokenPicture(picture)}
        className={classNames('shrink-0 rounded-full bg-skeleton object-cover', box, className)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-on-avatar forced-color-adjust-none select-none',
        avatarBackground(name),
        box,
        className,
      )}
    >
      {getInitials(name)}
    </span>
  );
}

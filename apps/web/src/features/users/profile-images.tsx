import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';

interface ProfileImagesProps {
  name: string;
  picture: string | null;
  banner: string | null;
  /** Buttons beside the picture. */
  children: ReactNode;
}

/** The banner across the top of a padded box, and the picture that overlaps it. */
export function ProfileImages({ name, picture, banner, children }: ProfileImagesProps) {
  return (
    <>
      <Banner
        name={name}
        url={banner}
        sizes="(min-width: 640px) 600px, 100vw"
        className="-mx-4 -mt-4"
      />
      <div className="flex min-h-10 items-start justify-between gap-3 max-[16rem]:flex-wrap">
        <div className="relative -mt-14 -ml-1 flex rounded-full bg-canvas p-1">
          <Avatar name={name} picture={picture} size="xl" />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">{children}</div>
      </div>
    </>
  );
}

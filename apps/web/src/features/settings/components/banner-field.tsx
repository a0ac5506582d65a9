import { bannerAspectRatio, bannerImageMaxBytes, bannerWidthsPx } from '@skein/contracts/limits';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import type { ImageEditorRequest } from '../../images/image-editor-dialog.tsx';
import { shownUrl } from '../model/use-profile-images.ts';
import type { ImageChange } from '../model/use-profile-images.ts';
import { ImageField } from './image-field.tsx';

const ImageEditorDialog = lazyComponent(() =>
  withMessages(
    async () => (await import('../../images/image-editor-dialog.tsx')).ImageEditorDialog,
    'attachments',
  ),
);

const target = {
  aspectRatio: bannerAspectRatio,
  sideMaxPx: bannerWidthsPx[0],
  maxBytes: bannerImageMaxBytes,
};

interface BannerFieldProps {
  name: string;
  savedBanner: string | null;
  banner: ImageChange;
  error: string | undefined;
  /** A banner was selected, or the saved one removed. */
  onChange: () => void;
}

/** The banner with buttons to change or remove it. The user selects its area in a dialog. */
export function BannerField({ name, savedBanner, banner, error, onChange }: BannerFieldProps) {
  const [cropped, setCropped] = useState<ImageEditorRequest | null>(null);
  const crop = (file: File) =>
    setCropped({
      file,
      label: file.name,
      target,
      onEdited: (edited) => banner.select(edited) && onChange(),
    });
  return (
    <>
      <ImageField
        isSaved={savedBanner !== null}
        image={banner}
        error={error}
        texts={{
          change: t('profile.changeBanner'),
          remove: t('profile.removeBanner'),
          hint: t('profile.bannerHint'),
          removed: t('profile.bannerRemoved'),
          unsaved: () => t('profile.bannerUnsaved'),
        }}
        className="flex flex-col gap-4"
        onFile={crop}
        onRemoved={onChange}
      >
        <Banner
          name={name}
          url={shownUrl(savedBanner, banner)}
          sizes="(min-width: 640px) 568px, calc(100vw - 32px)"
          className="rounded-lg"
        />
      </ImageField>
      <LazyOverlay request={cropped} Layer={ImageEditorDialog} onClose={() => setCropped(null)} />
    </>
  );
}

import { bannerAspectRatio, bannerImageMaxBytes, bannerWidthsPx } from '@skein/contracts/limits';
import { t } from '../../../i18n/index.ts';
import { Banner } from '../../../ui/banner.tsx';
import { shownUrl } from './use-profile-images.ts';
import type { ImageChange } from './use-profile-images.ts';
import { ImageField } from './image-field.tsx';

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

/** The banner with buttons to change or remove it. */
export function BannerField({ name, savedBanner, banner, error, onChange }: BannerFieldProps) {
  return (
    <ImageField
      isSaved={savedBanner !== null}
      image={banner}
      error={error}
      isAreaRequired
      texts={{
        change: t('profile.changeBanner'),
        remove: t('profile.removeBanner'),
        hint: t('profile.bannerHint'),
        removed: t('profile.bannerRemoved'),
        unsaved: t('profile.bannerUnsaved'),
      }}
      className="flex flex-col gap-4"
      target={target}
      onFile={(file) => {
        banner.select(file);
        onChange();
      }}
      onRemoved={onChange}
    >
      <Banner
        name={name}
        url={shownUrl(savedBanner, banner)}
        sizes="(min-width: 640px) 568px, calc(100vw - 32px)"
        className="rounded-lg"
      />
    </ImageField>
  );
}

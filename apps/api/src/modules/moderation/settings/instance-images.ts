import { instanceImageKinds } from '@skein/contracts/administration';
import type { InstanceImageKind } from '@skein/contracts/administration';
import type { InstanceImages } from '@skein/contracts/instance';
import type { Database } from '@skein/db';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { SiteSettingsStore } from '../../instance/index.ts';
import type { MediaModule } from '../../media/index.ts';
import { recordAction } from '../audit/audit.repository.ts';

export interface ImageDependencies {
  database: Database;
  siteSettings: SiteSettingsStore;
  media: Pick<MediaModule, 'processInstanceImage' | 'claimPicture' | 'discard'>;
}

export async function describeImages({
  siteSettings,
}: Pick<ImageDependencies, 'siteSettings'>): Promise<InstanceImages> {
  return toDto(siteSettings);
}

/**
 * @throws NotFoundError for another kind, errors of the media module for the file
 * @throws ConflictError if another one was stored at the same time
 */
export async function replaceImage(
  deps: ImageDependencies,
  admin: Actor,
  { kind: name, file }: { kind: string; file: UploadedFile | undefined },
): Promise<InstanceImages> {
  const { media, siteSettings } = deps;
  const kind = requireKind(name);
  if (file === undefined) {
    throw new ValidationError([{ path: 'image', message: 'error.fileRequired' }]);
  }
  const added = await media.processInstanceImage(file, admin.userId ?? 'command line');
  try {
    await store(deps, admin, { kind, key: added.storageKey });
  } catch (error) {
    // After an outage it may be in use. Otherwise the media job deletes it.
    if (!isOutage(error)) await media.discard([added]);
    throw error;
  }
  return toDto(siteSettings);
}

export async function removeImage(
  deps: ImageDependencies,
  admin: Actor,
  name: string,
): Promise<InstanceImages> {
  const { siteSettings } = deps;
  await store(deps, admin, { kind: requireKind(name), key: null });
  return toDto(siteSettings);
}

async function store(
  { database, siteSettings, media }: ImageDependencies,
  admin: Actor,
  { kind, key }: { kind: InstanceImageKind; key: string | null },
): Promise<void> {
  // Another server may have stored one since.
  await siteSettings.load();
  const before = siteSettings.imageKeys()[kind];
  await database.$transaction(async (tx) => {
    await siteSettings.saveImageKey(tx, kind, key);
    if (key !== null) await media.claimPicture(tx, key);
    const details = { image: kind };
    await recordAction(tx, { actorId: admin.userId, action: 'change_settings', details });
  });
  await siteSettings.load();
  if (before !== null) await media.discard([{ storageKey: before }]);
}

function toDto(siteSettings: SiteSettingsStore): InstanceImages {
  const toUrl = (key: string | null) => key && `/media/${key}/192.png`;
  const { logo, favicon } = siteSettings.imageKeys();
  return { logo: toUrl(logo), favicon: toUrl(favicon) };
}

function requireKind(name: string): InstanceImageKind {
  const kind = instanceImageKinds.find((each) => each === name);
  if (kind === undefined) throw new NotFoundError('error.notFound');
  return kind;
}

import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import type { MediaLocation } from '../../platform/config/media-location.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { createDiskProbe } from './disk-probe.ts';
import type { DiskFailure, ProbedFolder } from './disk-probe.ts';
import { pingDatabase } from './instance.queries.ts';

interface ProbedPlaces {
  dataDirectory: string;
  mediaLocation: MediaLocation;
}

/** Creates the probe of all folders that the instance writes to. */
export const createReadinessProbe = (places: ProbedPlaces) =>
  createDiskProbe(listProbedFolders(places));

interface Dependencies {
  database: Database;
  probeDisk: ReturnType<typeof createDiskProbe>;
}

/**
 * Requests are accepted only after the migrations, so only the database and disks are checked.
 * @throws UnavailableError
 */
export async function getReadiness({ database, probeDisk }: Dependencies) {
  try {
    await pingDatabase(database);
  } catch (cause) {
    throw new UnavailableError('error.databaseSilent', { cause });
  }
  const failure = await probeDisk();
  if (failure !== null) throw describeDiskFailure(failure);
  return { status: 'ready' as const };
}

function listProbedFolders({ dataDirectory, mediaLocation }: ProbedPlaces): ProbedFolder[] {
  const data: ProbedFolder = { name: 'error.label.dataDirectory', directory: dataDirectory };
  if (mediaLocation.kind === 'bucket') return [data];
  const { directory } = mediaLocation;
  return [data, { name: 'error.label.mediaFolder', directory, isCreatedOnDemand: true }];
}

function describeDiskFailure(failure: DiskFailure): UnavailableError {
  if (failure.kind === 'stuck') {
    return new UnavailableError(withValues('error.diskStuck', { label: failure.name }));
  }
  const { name, cause } = failure;
  return new UnavailableError(
    withValues('error.diskRejectsWrites', { label: name, reason: getReason(cause) }),
    { cause },
  );
}

/** The system's error code, such as ENOSPC, which names neither a path nor a user. */
function getReason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

import type { exportAccount } from '@skein/contracts/users';
import { download } from '../../../api/download.ts';

/** Downloads all data of the viewer as a ZIP file. */
export function downloadExport(
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  return download<typeof exportAccount>({
    method: 'GET',
    path: '/users/me/export',
    signal,
    onProgress,
  });
}

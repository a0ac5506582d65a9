import * as routes from '@skein/contracts/routes';
import { download } from '../../../api/download.ts';

/** Downloads all data of the viewer as a ZIP file. */
export function downloadExport(
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  return download(routes.exportAccount, { signal, onProgress });
}

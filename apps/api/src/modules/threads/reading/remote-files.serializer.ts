import type { ApproverKind, RemoteThread } from '@skein/contracts/threads';
import type { MediaRow } from '../../media/index.ts';
import type { RemoteAttachment } from '../remote/remote-threads.repository.ts';

/** A stored file of a thread of another server. */
export interface RemoteFileRow extends RemoteAttachment {
  id: string;
  /** The key of the copy on this server; null if there is none, for example because the file is too large. */
  storageKey: string | null;
}

export type RemoteThreadRow = Omit<RemoteThread, 'attachments' | 'quoteApproval'> & {
  attachments: RemoteFileRow[];
  /** Who may quote it: kinds of users, and ids of users. Null if the other server knows no approval of quotes. */
  quoteAutomatic: string[] | null;
  quoteManual: string[] | null;
};

const fileNames = new Map([
  ['video/webm', 'original.webm'],
  ['video/quicktime', 'original.mov'],
  ['audio/ogg', 'original.ogg'],
  ['audio/wav', 'original.wav'],
  ['audio/mp4', 'original.m4a'],
]);
const defaultFileNames = { image: 'original.webp', video: 'original.mp4', audio: 'original.mp3' };
/** The widths of the copies of a picture. A larger one than the picture leads to the picture itself. */
const variantWidths = [320, 640, 1280];

/** Files with a copy on this server, which may still have to be fetched. */
export function toRemoteMedia({
  attachments,
}: {
  attachments: readonly RemoteFileRow[];
}): MediaRow[] {
  return attachments.flatMap((file) => {
    const { storageKey, type } = file;
    if (storageKey === null || type === 'other') return [];
    const { id, altText, blurhash, focus, width, height } = file;
    return {
      id,
      type,
      storageKey,
      altText,
      blurhash,
      focus,
      width,
      height,
      fileName: fileNames.get(file.mimeType ?? '') ?? defaultFileNames[type],
      durationMs: null,
      posterFileName: null,
      originalName: null,
      variants: type === 'image' ? toVariants(file) : [],
      captions: [],
    };
  });
}

/** All other files are links. */
export function toRemoteDto(
  { attachments, quoteAutomatic, quoteManual, ...remote }: RemoteThreadRow,
  viewerApproval: RemoteThread['quoteApproval']['viewer'],
): RemoteThread {
  const links = attachments.filter(
    ({ storageKey, type }) => storageKey === null || type === 'other',
  );
  return {
    ...remote,
    quoteApproval: {
      automatic: toKinds(quoteAutomatic),
      manual: toKinds(quoteManual),
      viewer: viewerApproval,
    },
    attachments: links.map(({ storageKey: _key, mimeType: _type, ...file }) => file),
  };
}

const approverKinds: ReadonlySet<string> = new Set(['public', 'followers', 'following']);

/** The users themselves are nobody else's business. */
function toKinds(approvers: readonly string[] | null): ApproverKind[] {
  const kinds = approvers?.map((each) => (isKind(each) ? each : 'unsupported_policy'));
  return [...new Set(kinds)];
}

const isKind = (approver: string): approver is ApproverKind => approverKinds.has(approver);

function toVariants({ width, height }: RemoteFileRow): MediaRow['variants'] {
  if (width === null || height === null) return [];
  return variantWidths
    .filter((variantWidth) => variantWidth < width)
    .map((variantWidth) => ({
      fileName: `${variantWidth}.webp`,
      mimeType: 'image/webp',
      width: variantWidth,
      height: Math.max(1, Math.round((height * variantWidth) / width)),
    }));
}

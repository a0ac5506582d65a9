import { stat } from 'node:fs/promises';
import path from 'node:path';
import { instanceImageKinds } from '@skein/contracts/administration';
import { replaceInstanceImage } from '@skein/contracts/instance';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';

const kinds = instanceImageKinds.join(' or ');
const { maxBytes } = replaceInstanceImage.body.files.image;

const images: AdminCommand = {
  name: 'images',
  parameters: [],
  description: 'print the addresses of the logo and the favicon',
  async run({ moderation, publicUrl }) {
    const found = await moderation.describeImages();
    return instanceImageKinds.map((kind) => {
      const image = found[kind];
      return `${kind}: ${image === null ? 'that of Skein' : new URL(image, publicUrl).href}`;
    });
  },
};

const setImage: AdminCommand = {
  name: 'set-image',
  parameters: ['kind', 'file'],
  description: `replace the ${kinds} with a picture`,
  async run({ moderation }, { positionals: [kind = '', file = ''] }) {
    requireKind(kind);
    await moderation.replaceImage(commandLine, { kind, file: await toUpload(file) });
    return [`The ${kind} has been replaced.`];
  },
};

const deleteImage: AdminCommand = {
  name: 'delete-image',
  parameters: ['kind'],
  description: `use the ${kinds} of Skein again`,
  async run({ moderation }, { positionals: [kind = ''] }) {
    requireKind(kind);
    await moderation.removeImage(commandLine, kind);
    return [`The ${kind} has been deleted.`];
  },
};

/** The logo and the favicon. */
export const imageCommands: readonly AdminCommand[] = [images, setImage, deleteImage];

/** @throws OperationError */
function requireKind(kind: string): void {
  if (instanceImageKinds.some((each) => each === kind)) return;
  throw new OperationError(`The kind is ${kinds}.`);
}

/** @throws OperationError */
async function toUpload(file: string): Promise<UploadedFile> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new OperationError(`${file} cannot be read.`, { cause });
  });
  if (!found.isFile()) throw new OperationError(`${file} is not a file.`);
  if (found.size > maxBytes) {
    throw new OperationError(`${file} is larger than ${maxBytes / 1024 ** 2} MB.`);
  }
  return { path: path.resolve(file), originalName: path.basename(file), bytes: found.size };
}

const stemMaxLength = 100;

/**
 * What a document is saved as: the sender's name for it, without anything that a file system or a
 * header could take for something else. The ending is that of the content.
 */
export function toDownloadName(originalName: string, extension: string): string {
  const name = originalName.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const stem = name
    .replace(/\.[^.]*$/, '')
    // Control and format characters, those that turn the direction of writing among them.
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  const cut = Array.from(stem).slice(0, stemMaxLength).join('').trim();
  return `${cut === '' ? 'document' : cut}.${extension}`;
}

const stemMaxLength = 100;

/**
 * The file name for a download: the uploader's name without characters that file systems or headers
 * interpret, with the extension of the content.
 */
export function toDownloadName(originalName: string, extension: string): string {
  const name = originalName.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const stem = name
    .replace(/\.[^.]*$/, '')
    // Control and format characters, including those that change the writing direction.
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  const cut = Array.from(stem).slice(0, stemMaxLength).join('').trim();
  return `${cut === '' ? 'document' : cut}.${extension}`;
}

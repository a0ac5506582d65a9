import type { Gif } from '@skein/contracts/media';

/** Loads a GIF from this server as a file to attach. @throws TypeError, DOMException */
export async function fetchGif({ url }: Gif, signal: AbortSignal): Promise<File> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new TypeError(`The GIF got status ${response.status}.`);
  const content = await response.blob();
  const extension = content.type.replace('image/', '');
  return new File([content], `gif.${extension}`, { type: content.type });
}

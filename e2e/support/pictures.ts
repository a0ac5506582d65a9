import type { Page } from '@playwright/test';

export interface PictureFile {
  name: string;
  mimeType: 'image/png';
  buffer: Buffer;
}

/** Draws a picture in the browser: a circle on a plain background. */
export async function drawPicture(
  page: Page,
  picture: { name: string; colour: string; width: number; height: number },
): Promise<PictureFile> {
  const dataUrl = await page.evaluate(({ colour, width, height }) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('No canvas to draw on.');
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
    context.fillStyle = 'white';
    context.arc(width / 2, height / 2, Math.min(width, height) / 4, 0, 2 * Math.PI);
    context.fill();
    return canvas.toDataURL('image/png');
  }, picture);
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return { name: picture.name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

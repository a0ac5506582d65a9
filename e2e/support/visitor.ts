import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { User } from './users.ts';

/** The same user in every visit of one server. */
export const visitor: User = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  password: 'analytical engine',
};

/** Returns the card of the visitor's thread after its picture has loaded. */
export async function findThread(page: Page): Promise<Locator> {
  const card = page.getByRole('article').filter({ hasText: 'A picture that lasts.' });
  const picture = card.getByRole('img', { name: 'A white circle on green' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  return card;
}

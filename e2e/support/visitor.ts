import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { User } from './users.ts';

/** Who comes back: the same in every visit to one server. */
export const visitor: User = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  password: 'analytical engine',
};

/** The card of the visitor's thread, with its picture loaded. */
export async function findThread(page: Page): Promise<Locator> {
  const card = page.getByRole('article').filter({ hasText: 'A picture that lasts.' });
  const picture = card.getByRole('img', { name: 'A white circle on green' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  return card;
}

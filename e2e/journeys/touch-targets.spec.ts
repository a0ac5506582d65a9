import {
  createSampleContent,
  expectToFit,
  openScreen,
  signedOutScreens,
  switchScreen,
} from '../support/screens.ts';
import { test } from '../support/test.ts';
import { expectTouchTargets } from '../support/touch-targets.ts';
import { registerUser, signInAs } from '../support/users.ts';

// Dozens of screens in one test.
test.setTimeout(400_000);
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('buttons, links and checkboxes outside of texts are at least 40 × 40 px on a phone', async ({
  page,
  request,
}) => {
  const content = await createSampleContent(request, await registerUser(request));
  for (const screen of signedOutScreens) {
    await openScreen(page, screen);
    await expectTouchTargets(page, screen);
  }
  await signInAs(page, content.reader, '/profile');
  for (const screen of content.screens) {
    await switchScreen(page, screen);
    await expectTouchTargets(page, screen);
    await expectToFit(page, 390, screen);
  }
});

test('the links above and below each other in the Following feed do not overlap', async ({
  page,
  request,
}) => {
  const { reader } = await createSampleContent(request, await registerUser(request));
  await signInAs(page, reader, '/feed?feed=following');
  const card = page.getByRole('article').filter({ hasText: '#weaving' });
  const hashtag = card.getByRole('link', { name: '#weaving' }).first();
  const author = card.locator('a[href^="/profile/"]:not([aria-hidden])').first();
  for (const link of [hashtag, author]) {
    const { height = 0 } = (await link.boundingBox()) ?? {};
    // These fail if another element gets the touch.
    await link.click({ trial: true, position: { x: 8, y: 2 } });
    await link.click({ trial: true, position: { x: 8, y: height - 2 } });
  }
});

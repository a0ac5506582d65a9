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

test('every button, link and checkbox is large enough on a phone', async ({ page, request }) => {
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

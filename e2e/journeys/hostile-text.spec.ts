import type { APIRequestContext, Page } from '@playwright/test';
import { signInAs, buildUser, postThread, registerUser } from '../support/users.ts';
import type { Account } from '../support/users.ts';
import {
  createSampleContent,
  expectToFit,
  openScreen,
  signedOutScreens,
  switchScreen,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** If a page interprets any of these as HTML, it calls `attack` or violates the content security policy. */
const hostileTexts = [
  '<script>attack()</script>',
  '<img src=x onerror=attack()>',
  '"><svg/onload=attack()>',
  "'-attack()-'",
  '<a href="javascript:attack()">here</a>',
  '[here](javascript:attack())',
  'javascript:attack()',
  'data:text/html,<script>attack()</script>',
  '<iframe srcdoc="<script>parent.attack()</script>"></iframe>',
  '<style>@import "//evil.example"</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=attack()>',
  '</title></textarea><script>attack()</script>',
  '{{constructor.constructor("attack()")()}}',
  '${attack()}',
  'https://example.org/"onmouseover="attack()',
  'https://example.org/<script>attack()</script>',
  '&lt;script&gt;attack()&lt;/script&gt;',
  '#tag"><script>attack()</script>',
];

const allTexts = hostileTexts.join('\n');
const shortText = '"><img src=x onerror=attack()>';

/** The API rejects some of these; the profile shows the last accepted one. */
const websites = [
  'javascript:attack()',
  'https://example.org/#javascript:attack()',
  'https://example.org/"onmouseover="attack()',
  'https://example.org/?<script>attack()</script>',
];

/** Calls of `attack` and policy violations in the page. */
interface AttackReport {
  attacks: number;
  violations: string[];
}

async function recordAttacks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const harm: AttackReport = { attacks: 0, violations: [] };
    Object.assign(window, { harm, attack: () => (harm.attacks += 1) });
    document.addEventListener('securitypolicyviolation', (event) => {
      harm.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

async function expectNoAttack(page: Page): Promise<void> {
  // Set by `recordAttacks`.
  const harm = await page.evaluate(() => (window as unknown as { harm: AttackReport }).harm);
  expect(harm).toEqual({ attacks: 0, violations: [] });
  const addresses = await page.locator('a[href]').evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute('href') ?? '',
      rel: link.getAttribute('rel'),
    })),
  );
  for (const { href, rel } of addresses) {
    expect(href).toMatch(/^(?:https?:\/\/|\/|#)/);
    if (/^(?:https?:)?\/\//.test(href)) expect(rel).toMatch(/noopener.*noreferrer.*nofollow.*ugc/);
  }
}

/** Writes them to every field and file name that others can see. */
async function writeToAllFields(request: APIRequestContext, by: Account, to: Account) {
  const headers = { Authorization: `Bearer ${by.token}` };
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const response = await request[method](`/api${path}`, { headers, data });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    // The test needs only the id of the response.
    return (await response.json()) as { id: string };
  };
  await send('put', '/users/me', { bio: allTexts.slice(0, 500), location: shortText });
  for (const website of websites) {
    const response = await request.put('/api/users/me', { headers, data: { website } });
    expect([200, 400]).toContain(response.status());
  }
  const poll = { question: shortText, options: [shortText, '<b>b</b>'], durationMinutes: 60 };
  const threadId = await postThread(request, by, allTexts, { poll: JSON.stringify(poll) });
  await postThread(request, by, allTexts, { parentThreadId: threadId });
  await send('post', `/threads/${threadId}/repost`, { quoteContent: allTexts });
  const document = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const upload = await request.post('/api/threads', {
    headers,
    multipart: {
      content: allTexts,
      altText: shortText,
      media: { name: `${shortText}.pdf`, mimeType: 'application/pdf', buffer: document },
    },
  });
  expect([201, 415]).toContain(upload.status());
  await send('post', '/chat/send', { receiverId: to.user.id, content: allTexts });
  return threadId;
}

// German words are longer than English ones.
test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('user content, names and links are shown as text, and no screen is wider than a phone', async ({
    page,
    request,
  }) => {
    // Dozens of screens.
    test.setTimeout(400_000);
    const writer = await registerUser(request, {
      ...buildUser('Eve'),
      firstName: '<img src=x onerror=attack()>',
      lastName: '"><script>attack()</script>',
    });
    const content = await createSampleContent(request, writer, {
      thread: allTexts,
      tag: 'tag',
      message: allTexts,
    });
    const threadId = await writeToAllFields(request, writer, content.reader);
    const ownProfile = { name: shortText, bio: allTexts.slice(0, 500), location: shortText };
    await request.put('/api/users/me', {
      headers: { Authorization: `Bearer ${content.reader.token}` },
      multipart: ownProfile,
    });

    await recordAttacks(page);
    for (const path of signedOutScreens) {
      await openScreen(page, path);
      await expectGermanToFit(page, path);
    }
    await signInAs(page, content.reader);
    const hostileText = page.getByText('<img src=x onerror=attack()>', { exact: false });
    const withoutUserContent = new Set([
      '/search',
      '/profile',
      '/admin/stats',
      '/follow-requests',
      '/admin/audit',
    ]);
    // The server writes user content into the preview tags of these pages.
    const isServedWithContent = (path: string) => /^\/(?:thread|profile|hashtag)\//.test(path);
    for (const path of [...content.screens, `/thread/${threadId}`, '/search?q=attack']) {
      if (isServedWithContent(path)) await page.goto(path);
      else await switchScreen(page, path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      const hasUserContent = !withoutUserContent.has(path) && !path.startsWith('/settings');
      if (hasUserContent) await expect(hostileText.first()).toBeAttached();
      await expectNoAttack(page);
      await expectGermanToFit(page, path);
      await expectNoAttack(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
});

async function expectGermanToFit(page: Page, path: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectToFit(page, 390, path);
}

test('parameters of a URL are shown as text', async ({ page, request }) => {
  const reader = await registerUser(request);
  await recordAttacks(page);
  await signInAs(page, reader);
  const paths = ['/search?q=', '/hashtag/', '/profile/'];
  for (const [index, text] of hostileTexts.entries()) {
    const path = `${paths[index % paths.length] ?? ''}${encodeURIComponent(text)}`;
    // The server writes nothing into the page of a search.
    if (path.startsWith('/search')) await switchScreen(page, path);
    else await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await expectNoAttack(page);
  }
  const part = encodeURIComponent(shortText);
  for (const path of [
    ...paths.map((prefix) => `${prefix}${part}`),
    `/thread/${part}`,
    `/messages/${part}`,
    `/feed?feed=${part}`,
    `/${part}`,
    `/login?token=${part}`,
    `/reset-password?token=${part}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('#root > *').first()).toBeAttached();
    await expectNoAttack(page);
  }
});

test('Trusted Types stop an injected script from creating elements from text', async ({
  browser,
  baseURL,
}) => {
  // Uses its own browser, because the fixture fails on policy violations.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseURL ?? ''}/login`);
  const result = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>';
      return 'created';
    } catch (error) {
      return error instanceof TypeError ? 'rejected' : String(error);
    }
  });
  expect(result).toBe('rejected');
  await context.close();
});

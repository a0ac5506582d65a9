import type { APIRequestContext, Page } from '@playwright/test';
import { signInAs, buildUser, postThread, registerUser } from '../support/users.ts';
import type { Account } from '../support/users.ts';
import { createSampleContent } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** If a page interprets any of these as HTML, it calls `attack` or violates the content security policy. */
const words = [
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

const everything = words.join('\n');
const short = '"><img src=x onerror=attack()>';

/** The API rejects some of these; the profile shows the last accepted one. */
const websites = [
  'javascript:attack()',
  'https://example.org/#javascript:attack()',
  'https://example.org/"onmouseover="attack()',
  'https://example.org/?<script>attack()</script>',
];

/** Calls of `attack` and policy violations in the page. */
interface Harm {
  attacks: number;
  violations: string[];
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const harm: Harm = { attacks: 0, violations: [] };
    Object.assign(window, { harm, attack: () => (harm.attacks += 1) });
    document.addEventListener('securitypolicyviolation', (event) => {
      harm.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

async function expectUnharmed(page: Page): Promise<void> {
  // Set by `watch`.
  const harm = await page.evaluate(() => (window as unknown as { harm: Harm }).harm);
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
async function writeEverywhere(request: APIRequestContext, by: Account, to: Account) {
  const headers = { Authorization: `Bearer ${by.token}` };
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await request[method](`/api${path}`, { headers, data });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    // Only the id of the response is needed.
    return (await answer.json()) as { id: string };
  };
  await send('put', '/users/me', { bio: everything.slice(0, 500), location: short });
  for (const website of websites) {
    const answer = await request.put('/api/users/me', { headers, data: { website } });
    expect([200, 400]).toContain(answer.status());
  }
  const question = { question: short, options: [short, '<b>b</b>'], durationMinutes: 60 };
  const threadId = await postThread(request, by, everything, { poll: JSON.stringify(question) });
  await postThread(request, by, everything, { parentThreadId: threadId });
  await send('post', `/threads/${threadId}/repost`, { quoteContent: everything });
  const document = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const upload = await request.post('/api/threads', {
    headers,
    multipart: {
      content: everything,
      altText: short,
      media: { name: `${short}.pdf`, mimeType: 'application/pdf', buffer: document },
    },
  });
  expect([201, 415]).toContain(upload.status());
  await send('post', '/chat/send', { receiverId: to.user.id, content: everything });
  return threadId;
}

test('user content, names and links are shown as text', async ({ page, request }) => {
  const writer = await registerUser(request, {
    ...buildUser('Eve'),
    firstName: '<img src=x onerror=attack()>',
    lastName: '"><script>attack()</script>',
  });
  const world = await createSampleContent(request, writer, {
    thread: everything,
    tag: 'tag',
    message: everything,
  });
  const threadId = await writeEverywhere(request, writer, world.reader);
  const ownProfile = { name: short, bio: everything.slice(0, 500), location: short };
  await request.put('/api/users/me', {
    headers: { Authorization: `Bearer ${world.reader.token}` },
    multipart: ownProfile,
  });

  await watch(page);
  await signInAs(page, world.reader);
  const shown = page.getByText('<img src=x onerror=attack()>', { exact: false });
  const withoutWords = new Set([
    '/settings',
    '/profile',
    '/admin/figures',
    '/follow-requests',
    '/admin/audit',
  ]);
  for (const path of [...world.screens, `/thread/${threadId}`, '/search?q=attack']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    if (!withoutWords.has(path)) await expect(shown.first()).toBeAttached();
    await expectUnharmed(page);
  }
});

test('parameters of a URL are shown as text', async ({ page, request }) => {
  const reader = await registerUser(request);
  await watch(page);
  await signInAs(page, reader);
  const places = ['/search?q=', '/hashtag/', '/profile/'];
  for (const [index, text] of words.entries()) {
    await page.goto(`${places[index % places.length] ?? ''}${encodeURIComponent(text)}`);
    await expect(page.getByRole('main')).toBeVisible();
    await expectUnharmed(page);
  }
  const part = encodeURIComponent(short);
  for (const path of [
    ...places.map((place) => `${place}${part}`),
    `/thread/${part}`,
    `/messages/${part}`,
    `/feed?feed=${part}`,
    `/${part}`,
    `/login?token=${part}`,
    `/reset-password?token=${part}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('#root > *').first()).toBeAttached();
    await expectUnharmed(page);
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
  const outcome = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>';
      return 'made';
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error);
    }
  });
  expect(outcome).toBe('refused');
  await context.close();
});

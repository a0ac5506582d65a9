import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
});

async function loadIn(language: string) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language]);
  const [{ t, dateLocale }, { loadMessages, withMessages }] = await Promise.all([
    import('./index.ts'),
    import('./load-messages.ts'),
  ]);
  return { t, dateLocale, loadMessages, withMessages };
}

it("loads messages in the browser's language", async () => {
  const { t, loadMessages } = await loadIn('de');
  await loadMessages('threads');
  expect(t('card.replies', { count: 1 })).toBe('1 Antwort');
  expect(t('card.replies', { count: 1234 })).toBe('1.234 Antworten');
});

it('rejects the use of a message that is not loaded', async () => {
  const { t, loadMessages } = await loadIn('en');
  await loadMessages('base');
  expect(() => t('chat.title')).toThrow('chat.title is used before it is loaded');
});

it('provides a part once its messages are loaded', async () => {
  const { t, withMessages } = await loadIn('de');
  const part = { name: 'a screen' };
  expect(await withMessages(async () => part, 'base', 'chat')).toBe(part);
  expect(t('chat.title')).toBe('Chats');
});

it("keeps the browser's region for dates if it has the language", async () => {
  expect((await loadIn('de-CH')).dateLocale).toBe('de-CH');
  vi.resetModules();
  expect((await loadIn('fr-CH')).dateLocale).toBe('en');
});

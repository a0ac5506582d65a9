import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, aChatMessage } from '../../../testing/chat.ts';
import { showSystemNotification } from './system-notification.ts';

const wanted = { isMuted: false, isIgnored: false };
const shown: { title: string; options: NotificationOptions }[] = [];

function stubNotification(permission: NotificationPermission) {
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = permission;
      constructor(title: string, options: NotificationOptions) {
        super();
        shown.push({ title, options });
      }
    },
  );
}

beforeEach(() => {
  shown.length = 0;
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  stubNotification('granted');
});
afterEach(() => void vi.restoreAllMocks());

describe('a message that comes while one looks elsewhere', () => {
  it('is told of where one wants to hear of it', () => {
    showSystemNotification(aChatMessage({ content: '', messageType: 'image' }), wanted);
    expect(shown).toEqual([{ title: 'Ada Weaver', options: { body: 'Picture', tag: ada.id } }]);
  });

  it('is not told of otherwise', () => {
    showSystemNotification(aChatMessage(), { ...wanted, isMuted: true });
    showSystemNotification(aChatMessage(), { ...wanted, isIgnored: true });
    showSystemNotification(aChatMessage(), undefined);
    stubNotification('denied');
    showSystemNotification(aChatMessage(), wanted);
    expect(shown).toEqual([]);
  });

  it('is not told of to who looks', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    showSystemNotification(aChatMessage(), wanted);
    expect(shown).toEqual([]);
  });
});

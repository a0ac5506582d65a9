import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, aChatMessage } from '../../../testing/chat.ts';
import { showSystemNotification } from './system-notification.ts';

const enabled = { isMuted: false, isIgnored: false };
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

describe('showSystemNotification', () => {
  it('shows a message that arrives while the tab is hidden', () => {
    showSystemNotification(aChatMessage({ content: '', messageType: 'image' }), enabled);
    expect(shown).toEqual([{ title: 'Ada Weaver', options: { body: 'Picture', tag: ada.id } }]);
  });

  it('shows nothing for a muted, ignored or unknown conversation, or without permission', () => {
    showSystemNotification(aChatMessage(), { ...enabled, isMuted: true });
    showSystemNotification(aChatMessage(), { ...enabled, isIgnored: true });
    showSystemNotification(aChatMessage(), undefined);
    stubNotification('denied');
    showSystemNotification(aChatMessage(), enabled);
    expect(shown).toEqual([]);
  });

  it('shows nothing while the tab is visible', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    showSystemNotification(aChatMessage(), enabled);
    expect(shown).toEqual([]);
  });
});

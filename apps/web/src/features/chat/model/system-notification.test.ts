import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConversationSettings } from '@skein/contracts/chat';
import { aGroup, aGroupMessage } from '../../../testing/groups.ts';
import {
  adaConversationId,
  aChatMessage,
  aConversation,
  initialSettings,
} from '../../../testing/chat.ts';
import { showSystemNotification } from './system-notification.ts';

const viewerId = 'viewer';
const settings = { ...initialSettings, isMuted: false };
const enabled = aConversation({ settings });
const withSettings = (changes: Partial<ConversationSettings>) => ({
  ...enabled,
  settings: { ...settings, ...changes },
});
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
    showSystemNotification(aChatMessage({ content: '', messageType: 'image' }), enabled, viewerId);
    expect(shown).toEqual([
      { title: 'Ada Weaver', options: { body: 'Picture', tag: adaConversationId } },
    ]);
  });

  it('shows nothing for a muted, ignored or unknown conversation, or without permission', () => {
    showSystemNotification(aChatMessage(), withSettings({ isMuted: true }), viewerId);
    showSystemNotification(aChatMessage(), withSettings({ isIgnored: true }), viewerId);
    showSystemNotification(aChatMessage(), undefined, viewerId);
    stubNotification('denied');
    showSystemNotification(aChatMessage(), enabled, viewerId);
    expect(shown).toEqual([]);
  });

  it('shows mentions of a muted group with the sender, unless mentions are muted', () => {
    const group = aGroup({ name: 'Weavers' });
    const muted = aConversation({ group, settings: withSettings({ isMuted: true }).settings });
    const mention = aGroupMessage(group, { content: 'Hi @grace', mentions: [viewerId] });
    showSystemNotification(mention, muted, viewerId);
    expect(shown).toEqual([
      { title: 'Weavers', options: { body: 'Ada Weaver: Hi @grace', tag: group.id } },
    ]);
    const silent = withSettings({ isMuted: true, isMentionMuted: true });
    showSystemNotification(mention, { ...muted, settings: silent.settings }, viewerId);
    showSystemNotification(aGroupMessage(group), muted, viewerId);
    expect(shown).toHaveLength(1);
  });

  it('shows nothing while the tab is visible', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    showSystemNotification(aChatMessage(), enabled, viewerId);
    expect(shown).toEqual([]);
  });
});

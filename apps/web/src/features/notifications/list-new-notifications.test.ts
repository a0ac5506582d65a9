import { expect, it } from 'vitest';
import { aNotification } from '../../testing/notifications.ts';
import { listNewNotifications } from './list-new-notifications.ts';

const at = (minute: number) =>
  aNotification({ createdAt: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z` });

const [older, old, recent, latest] = [at(1), at(2), at(3), at(4)];

it('returns the notifications newer than all shown ones', () => {
  expect(listNewNotifications([latest, recent, old], [old, older])).toEqual([latest, recent]);
});

it('returns all notifications if none is shown', () => {
  expect(listNewNotifications([latest, old], [])).toEqual([latest, old]);
});

it('excludes older notifications that moved up after a removal', () => {
  expect(listNewNotifications([recent, older], [recent, old])).toEqual([]);
});

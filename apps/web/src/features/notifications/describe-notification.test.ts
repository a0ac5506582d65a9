import { beforeAll, describe, expect, it } from 'vitest';
import { aNotification, aFollowRequestNotification } from '../../testing/notifications.ts';
import { anId } from '../../testing/threads.ts';
import { aListedUser } from '../../testing/users.ts';
import { paths } from '../../lib/paths.ts';
import { notificationPath, describeNotification, nameActors } from './describe-notification.ts';

beforeAll(() => {});

const users = (...names: string[]) => names.map((name) => aListedUser({ name }));

describe('nameActors', () => {
  it.each([
    [users('Ada'), 1, 'Ada'],
    [users('Ada', 'Ben'), 2, 'Ada and Ben'],
    [users('Ada', 'Ben', 'Cleo'), 3, 'Ada, Ben and 1 other'],
    [users('Ada', 'Ben', 'Cleo'), 5, 'Ada, Ben and 3 others'],
    [[], 0, 'Unknown User'],
  ])('names at most two actors (case %#)', (actors, actorsCount, names) => {
    expect(nameActors(aNotification({ actors, actorsCount }))).toBe(names);
  });
});

describe('describeNotification', () => {
  it('separates the names from the rest of the text', () => {
    const notification = aNotification({ actors: users('Ada', 'Ben'), type: 'mention' });
    expect(describeNotification(notification)).toEqual(['', 'Ada and Ben', ' mentioned you']);
  });

  it('does not change a name that looks like a placeholder', () => {
    const notification = aNotification({ actors: users('{actors} $&') });
    expect(describeNotification(notification)[1]).toBe('{actors} $&');
  });

  it('returns no names for a poll of the viewer that ended', () => {
    const ended = aNotification({ type: 'poll_ended', actors: [], actorsCount: 0 });
    expect(describeNotification(ended)).toEqual(['Your poll has ended', '', '']);
    const other = aNotification({ type: 'poll_ended', actors: users('Ada') });
    expect(describeNotification(other)).toEqual(['The poll of ', 'Ada', ' has ended']);
  });
});

describe('notificationPath', () => {
  it('returns the thread, the profile of the one actor, or the followers', () => {
    const liked = aNotification();
    expect(notificationPath(liked, 'grace')).toBe(`/thread/${liked.thread?.id}`);
    expect(notificationPath(aFollowRequestNotification('Ada'), 'grace')).toBe('/profile/ada');
    const followed = aNotification({
      type: 'follow',
      actors: users('Ada', 'Ben'),
      actorsCount: 2,
      thread: null,
    });
    expect(notificationPath(followed, 'grace')).toBe('/profile/grace/followers');
  });

  it('returns the new profile of an account that has moved', () => {
    const movedTo = { id: anId(), username: 'ada@new.example', name: 'Ada' };
    const [ada = aListedUser()] = users('Ada');
    const moved = aNotification({
      type: 'moved',
      actors: [ada],
      thread: null,
      moves: [{ actorId: ada.id, movedTo }],
    });
    expect(notificationPath(moved, 'grace')).toBe(paths.profile('ada@new.example'));
    expect(notificationPath({ ...moved, moves: [] }, 'grace')).toBe('/profile/ada');
  });
});

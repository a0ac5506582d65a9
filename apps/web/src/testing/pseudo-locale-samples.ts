import { aUser } from './session.ts';
import { aDraft, aPicture, aPoll, aThread, anId } from './threads.ts';
import { aListedUser } from './users.ts';

// Users of the tests write in Greek, so that their words are not reported.
export const viewer = aUser({
  name: 'Χάρις',
  username: 'χαρις',
  email: 'χ@ψ.ω',
  isAdmin: true,
});

/** A user whose messages the viewer has accepted, unlike those of the other one. */
export const acceptedUserId = '01940000-0000-7000-8000-0000000000ff';

/** A group with the viewer as admin. */
export const greekGroupId = '01940000-0000-7000-8000-0000000000fe';

export const ada = aListedUser({ name: 'Άδα', username: 'αδα', bio: 'Υφαίνω.' });
export const thread = aThread({
  content: 'Νήμα #μαλλί',
  userName: ada.name,
  userUsername: ada.username,
  userEmail: 'αδα@ψ.ω',
  isUserVerified: true,
  editedAt: '2026-11-21T10:00:00.000Z',
  hashtags: ['μαλλί'],
  media: [aPicture(), aPicture({ altText: 'Εικόνα' })],
  poll: aPoll({ question: 'Μαλλί;', options: [{ id: anId(), optionText: 'Ναι', votesCount: 1 }] }),
  likesCount: 3,
  repliesCount: 1,
});

export const greekDraft = aDraft({
  parts: [
    { content: 'Ημιτελές', media: [aPicture(), aPicture({ mediaType: 'other' })] },
    { content: 'Κι άλλο', media: [] },
  ],
  poll: { question: 'Μαλλί;', options: ['Ναι'], multiple: false, durationMinutes: 60 },
  parentThreadId: anId(),
});
export const reply = aThread({
  content: 'Απάντηση',
  userName: ada.name,
  userUsername: ada.username,
  userEmail: 'αδα@ψ.ω',
  parentThreadId: thread.id,
  rootThreadId: thread.id,
  threadLevel: 1,
  canReply: false,
});

export const namedUser = { id: anId(), name: ada.name, username: ada.username, isSuspended: false };
export const usersPage = { content: [ada], page: null, size: 20, last: true, nextCursor: null };
export const aRule = { id: anId(), title: 'Κανόνας', description: 'Όχι' };

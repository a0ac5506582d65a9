import { describe, expect, it } from 'vitest';
import { aUser } from '../../../testing/session.ts';
import { profileChanges, readProfileForm, savedValues, toWebsite } from './profile-values.ts';

const saved = savedValues(aUser({ bio: 'Weaves.', location: null, gender: 'female' }));

describe('profileChanges', () => {
  it('sends filled fields, and isPrivate as text', () => {
    expect(profileChanges(saved, { ...saved, website: 'https://loom.example' })).toEqual({
      name: 'Grace Loom',
      username: 'grace',
      bio: 'Weaves.',
      website: 'https://loom.example',
      gender: 'female',
      isPrivate: 'false',
    });
  });

  it('sends an empty field only if it clears a saved value', () => {
    const changes = profileChanges(saved, { ...saved, bio: '', gender: '', isPrivate: true });
    expect(changes).toMatchObject({ bio: '', gender: '', isPrivate: 'true' });
    expect(changes).not.toHaveProperty('location');
  });
});

describe('readProfileForm', () => {
  it('reads the filled fields and ignores an unknown gender', () => {
    const form = new FormData();
    form.set('name', ' Grace Loom ');
    form.set('gender', 'knot');
    form.set('isPrivate', 'on');
    expect(readProfileForm(form)).toEqual({
      name: 'Grace Loom',
      username: '',
      bio: '',
      location: '',
      website: '',
      phoneNumber: '',
      dateOfBirth: '',
      gender: '',
      isPrivate: true,
    });
  });
});

describe('toWebsite', () => {
  it.each([
    ['loom.example/shop', 'https://loom.example/shop'],
    ['loom.example:8443', 'https://loom.example:8443'],
    [
      'web.archive.org/web/2020/https://loom.example',
      'https://web.archive.org/web/2020/https://loom.example',
    ],
    ['loom.example/?to=https://x.example', 'https://loom.example/?to=https://x.example'],
    ['  ', ''],
    ['http://loom.example', 'http://loom.example'],
    ['mailto:ada@loom.example', 'mailto:ada@loom.example'],
  ])('completes %j to %j', (text, website) => {
    expect(toWebsite(text)).toBe(website);
  });
});

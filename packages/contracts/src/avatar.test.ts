import { describe, expect, it } from 'vitest';
import { getAvatarColor, getInitials } from './avatar.ts';

describe('getInitials', () => {
  it.each([
    ['', 'U'],
    ['   ', 'U'],
    ['ada', 'A'],
    ['Ada Lovelace', 'AL'],
    ['ada augusta king lovelace', 'AL'],
    ['  ada   lovelace ', 'AL'],
    ['émile zola', 'ÉZ'],
    ['李 小龍', '李小'],
    ['𝒜da 𝓛ace', '𝒜𝓛'],
    ['Ada \u200B:blob:\u200B', 'A'],
  ])('of %j are %s', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });
});

describe('getAvatarColor', () => {
  it('returns the same color for the same name', () => {
    expect(getAvatarColor('Ada Lovelace')).toBe(getAvatarColor('Ada Lovelace'));
  });

  it('uses all ten colors', () => {
    const colours = Array.from({ length: 200 }, (_, n) => getAvatarColor(`Person ${n}`));
    expect(new Set(colours)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  });
});

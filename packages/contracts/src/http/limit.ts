/**
 * What is counted together when it comes to how often a person (or, signed out, an address) may
 * ask. How often that is, each server sets for itself.
 */
export const limitNames = [
  'reads',
  'writes',
  'searches',
  'posts',
  'uploads',
  'images',
  'exports',
  'follows',
  'messages',
  'logins',
  'loginFailures',
  'accountLoginFailures',
  'registrations',
  'passwordResets',
  'signedOut',
  'public',
] as const;

export type LimitName = (typeof limitNames)[number];

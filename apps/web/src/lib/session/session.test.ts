import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aToken, aUser } from '../../testing/session.ts';
import {
  clearSession,
  syncSessionAcrossTabs,
  getAccessToken,
  getSessionUser,
  saveSession,
  saveSessionUser,
  useSession,
} from './session.ts';

describe('session', () => {
  it('is stored under the documented keys', () => {
    const user = aUser();
    const token = aToken();
    saveSession({ token, user });
    expect(localStorage.getItem('access_token')).toBe(token);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
    clearSession();
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(getSessionUser()).toBeNull();
  });

  it('ignores a newer version of the user that arrives after signing out', () => {
    saveSession({ token: aToken(), user: aUser() });
    clearSession({ hasSignedOut: true });
    saveSessionUser(aUser());
    expect(localStorage.getItem('user')).toBeNull();
    expect(getSessionUser()).toBeNull();
  });

  it('returns no expired token', () => {
    saveSession({ token: aToken(-1), user: aUser() });
    expect(getAccessToken()).toBeNull();
  });

  it('applies a sign-out in another tab', () => {
    saveSession({ token: aToken(), user: aUser() });
    const stop = syncSessionAcrossTabs(() => undefined);
    const { result } = renderHook(() => useSession());
    localStorage.clear();
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
    });
    expect(result.current).toMatchObject({ token: null, user: null });
    stop();
  });

  it.each(['{', 'null', '"Ada"', '{"id":1}'])(
    'returns no user for the stored value %s',
    (stored) => {
      saveSession({ token: aToken(), user: aUser() });
      const stop = syncSessionAcrossTabs(() => undefined);
      localStorage.setItem('user', stored);
      window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
      expect(getSessionUser()).toBeNull();
      stop();
    },
  );
});

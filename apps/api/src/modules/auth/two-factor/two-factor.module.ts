import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { createTotp } from './totp.ts';
import {
  confirmTwoFactor,
  getTwoFactorStatus,
  isTwoFactorOn,
  prepareSecondStep,
  replaceRecoveryCodes,
  requireTwoFactorSession,
  setUpTwoFactor,
  turnOffTwoFactor,
} from './two-factor.ts';
import type { TwoFactorDependencies } from './two-factor.ts';

interface Dependencies extends Omit<TwoFactorDependencies, 'totp'> {
  jwtSecret: string;
  siteSettings: CurrentSiteSettings;
}

export type TwoFactorModule = ReturnType<typeof createTwoFactorModule>;

/** Codes of authenticator apps, and recovery codes. */
export function createTwoFactorModule({ jwtSecret, siteSettings, ...rest }: Dependencies) {
  const deps = {
    ...rest,
    totp: createTotp({ instanceSecret: jwtSecret, readIssuer: () => siteSettings.current().name }),
  };
  return {
    prepareSecondStep: (userId: string, code: string | undefined) =>
      prepareSecondStep(deps, userId, code),
    isOn: (userId: string) => isTwoFactorOn(deps, userId),
    requireSession: (viewer: Viewer) => requireTwoFactorSession(deps, viewer),
    getStatus: (viewer: Viewer) => getTwoFactorStatus(deps, viewer),
    setUp: (viewer: Viewer) => setUpTwoFactor(deps, viewer),
    confirm: (viewer: Viewer, code: string) => confirmTwoFactor(deps, viewer, code),
    replaceRecoveryCodes: (viewer: Viewer) => replaceRecoveryCodes(deps, viewer),
    turnOff: (viewer: Viewer) => turnOffTwoFactor(deps, viewer.userId),
  };
}

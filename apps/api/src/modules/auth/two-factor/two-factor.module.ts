import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { createTotp } from './totp.ts';
import { createTwoFactorRepository } from './two-factor.repository.ts';
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

interface Dependencies extends Omit<TwoFactorDependencies, 'twoFactor' | 'totp'> {
  database: Database;
  jwtSecret: string;
  siteSettings: CurrentSiteSettings;
}

export type TwoFactorModule = ReturnType<typeof createTwoFactorModule>;

/** Codes of authenticator apps, and recovery codes. */
export function createTwoFactorModule({
  database,
  jwtSecret,
  siteSettings,
  ...rest
}: Dependencies) {
  const dependencies = {
    ...rest,
    twoFactor: createTwoFactorRepository(database),
    totp: createTotp({ instanceSecret: jwtSecret, readIssuer: () => siteSettings.current().name }),
  };
  return {
    prepareSecondStep: (userId: string, code: string | undefined) =>
      prepareSecondStep(dependencies, userId, code),
    isOn: (userId: string) => isTwoFactorOn(dependencies, userId),
    requireSession: (viewer: Viewer) => requireTwoFactorSession(dependencies, viewer),
    getStatus: (viewer: Viewer) => getTwoFactorStatus(dependencies, viewer),
    setUp: (viewer: Viewer) => setUpTwoFactor(dependencies, viewer),
    confirm: (viewer: Viewer, code: string) => confirmTwoFactor(dependencies, viewer, code),
    replaceRecoveryCodes: (viewer: Viewer) => replaceRecoveryCodes(dependencies, viewer),
    turnOff: (viewer: Viewer) => turnOffTwoFactor(dependencies, viewer.userId),
  };
}

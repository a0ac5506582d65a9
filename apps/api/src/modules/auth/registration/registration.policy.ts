import { hasPermission } from '@skein/contracts/administration';
import type { InviterGroup, RegistrationMode, UserRole } from '@skein/contracts/administration';
import { ForbiddenError, ValidationError } from '../../../platform/errors.ts';

/** How a registration continues. */
export type RegistrationPath =
  | { kind: 'signIn' }
  | { kind: 'consumeInvitation'; invitation: string }
  | { kind: 'requestApproval'; reason: string };

/** Whether a role may invite. Administrators always may. */
export function canInvite(role: UserRole, inviters: InviterGroup): boolean {
  if (inviters === 'members') return true;
  return hasPermission(role, inviters === 'moderators' ? 'moderate' : 'administrate');
}

/**
 * Decides who can register, for every API.
 * @throws ForbiddenError if registration is closed, or an invitation is missing
 * @throws ValidationError if the reason is missing
 */
export function chooseRegistrationPath(
  mode: RegistrationMode,
  {
    invitation = '',
    reason = '',
  }: { invitation?: string | undefined; reason?: string | undefined },
): RegistrationPath {
  if (mode === 'open') return { kind: 'signIn' };
  if (mode === 'closed') throw new ForbiddenError('error.registrationClosed');
  if (invitation !== '') return { kind: 'consumeInvitation', invitation };
  if (mode === 'invitation') throw new ForbiddenError('error.registrationByInvitation');
  if (reason === '') {
    throw new ValidationError([{ path: 'reason', message: 'error.reasonMissing' }]);
  }
  return { kind: 'requestApproval', reason };
}

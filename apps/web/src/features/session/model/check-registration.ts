import type { RouteRequest } from '@skein/contracts/http';
import type { register } from '@skein/contracts/auth';

type Registration = RouteRequest<typeof register>['body'];

interface Problem {
  message: 'auth.passwordsDiffer' | 'auth.termsNotAccepted';
  field: 'confirmPassword' | 'acceptTerms';
}

/** What keeps a registration from being sent, in the order of the specification, section 5. */
export function checkRegistration(body: Registration, acceptTerms: boolean): Problem | null {
  if (body.password !== body.confirmPassword) {
    return { message: 'auth.passwordsDiffer', field: 'confirmPassword' };
  }
  return acceptTerms ? null : { message: 'auth.termsNotAccepted', field: 'acceptTerms' };
}

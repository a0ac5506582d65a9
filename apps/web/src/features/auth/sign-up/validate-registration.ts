import type { register } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';

type Registration = RouteRequest<typeof register>['body'];

const passwordsDiffer = {
  field: 'confirmPassword',
  fieldMessage: 'signUp.passwordsDifferHere',
  message: 'signUp.passwordsDiffer',
} as const;

const termsNotAccepted = {
  field: 'acceptTerms',
  fieldMessage: 'signUp.termsNotAcceptedHere',
  message: 'signUp.termsNotAccepted',
} as const;

/** The first error of a registration, in the order of the fields. */
export function validateRegistration(body: Registration, acceptTerms: boolean) {
  if (body.password !== body.confirmPassword) return passwordsDiffer;
  return acceptTerms ? null : termsNotAccepted;
}

import { z } from 'zod';
import {
  isoTime,
  issueMessage,
  nameField,
  nonEmptyText,
  textField,
  uuid,
  wireText,
} from '../http/index.ts';
import {
  emailMaxLength,
  nameMaxLength,
  passwordMaxBytes,
  passwordMinLength,
  registrationReasonMaxLength,
} from '../limits.ts';
import { countCodePoints, normalizeName } from '../text/index.ts';
import { currentUserSchema, usernameField } from '../users/index.ts';

export const emailField = wireText('error.label.email')
  .transform((email) => email.trim().toLowerCase())
  .pipe(
    z
      .email({ error: issueMessage('error.emailMalformed'), abort: true })
      .max(emailMaxLength, { error: issueMessage('error.emailTooLong', { max: emailMaxLength }) }),
  );

/** A new password. The server additionally rejects common passwords. */
export const newPasswordField = wireText('error.label.password')
  .refine((password) => countCodePoints(password) >= passwordMinLength, {
    error: issueMessage('error.passwordTooShort', { min: passwordMinLength }),
  })
  .refine((password) => new TextEncoder().encode(password).length <= passwordMaxBytes, {
    error: issueMessage('error.passwordTooLong', { max: passwordMaxBytes }),
  });

/** The code in the link of an invitation. */
export const invitationField = wireText('error.label.invitation').pipe(
  z.string().max(100, { error: issueMessage('error.invitationEnded') }),
);

export const registerBodySchema = z
  .object({
    firstName: nameField('error.label.firstName', nameMaxLength),
    lastName: nameField('error.label.lastName', nameMaxLength),
    username: usernameField.optional().describe('By default derived from the name'),
    email: emailField,
    password: newPasswordField,
    confirmPassword: wireText('error.label.repeatedPassword'),
    invitation: invitationField.optional(),
    reason: textField({ max: registrationReasonMaxLength, label: 'error.label.reason' })
      .optional()
      .describe('Why the user wants to join; read by administrators'),
    proof: wireText('error.label.proof')
      .pipe(z.string().max(1000, { error: issueMessage('error.proofInvalid') }))
      .optional()
      .describe('Base64 of the solved challenge as JSON, where the instance requires one'),
  })
  .refine((body) => body.password === body.confirmPassword, {
    path: ['confirmPassword'],
    error: issueMessage('error.passwordsDiffer'),
  })
  .refine((body) => body.password.toLowerCase() !== body.email, {
    path: ['password'],
    error: issueMessage('error.passwordIsEmail'),
  })
  .refine((body) => countCodePoints(`${body.firstName} ${body.lastName}`) <= nameMaxLength, {
    path: ['lastName'],
    error: issueMessage('error.fullNameTooLong', { max: nameMaxLength }),
  });

/** Query of `GET /auth/usernames`. */
export const usernamesQuerySchema = z.object({
  name: textField({ max: nameMaxLength, label: 'error.label.name' })
    .transform(normalizeName)
    .optional()
    .describe('First and last name'),
  username: usernameField.optional().describe('The username to check'),
});

/** A code of the authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const codeField = wireText('error.label.code')
  .transform((code) => code.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().max(100, { error: issueMessage('error.codeTooLong') }));

/** A malformed email address fails like a wrong one (401); only a missing or blank value is a 400. */
export const loginBodySchema = z.object({
  email: wireText('error.label.email')
    .transform((email) => email.trim().toLowerCase())
    .pipe(nonEmptyText('error.label.email')),
  password: nonEmptyText('error.label.password'),
  code: codeField.optional(),
});

export const changePasswordBodySchema = z
  .object({
    currentPassword: nonEmptyText('error.label.currentPassword'),
    newPassword: newPasswordField,
    confirmPassword: wireText('error.label.repeatedPassword'),
  })
  .refine((body) => body.newPassword === body.confirmPassword, {
    path: ['confirmPassword'],
    error: issueMessage('error.passwordsDiffer'),
  });

export const forgotPasswordBodySchema = z.object({ email: emailField });

export const resetPasswordBodySchema = z
  .object({
    token: wireText('error.label.token'),
    password: newPasswordField,
    confirmPassword: wireText('error.label.repeatedPassword'),
  })
  .refine((body) => body.password === body.confirmPassword, {
    path: ['confirmPassword'],
    error: issueMessage('error.passwordsDiffer'),
  });

/** A session, visible only to its user. */
export const sessionSchema = z
  .object({
    id: uuid,
    device: z.string().describe('For example `Firefox on Windows`, from the user agent'),
    address: z.string().nullable().describe('The IP address that opened it'),
    createdAt: isoTime,
    lastSeenAt: isoTime.describe('Accurate to a few minutes'),
    isCurrent: z.boolean().describe('The session of this request'),
  })
  .meta({ id: 'Session' });

/** The response of login, registration and token exchange. */
export const authResponseSchema = z
  .object({
    success: z.literal(true),
    token: z.string().describe('Access token; send it as `Authorization: Bearer …`'),
    user: currentUserSchema,
    message: z.string(),
  })
  .meta({ id: 'AuthResponse' });

export type AuthResponse = z.infer<typeof authResponseSchema>;
export type Session = z.infer<typeof sessionSchema>;

import { z } from 'zod';
import { isoTime, nonEmptyText, textField, uuid, wireText } from '../http/index.ts';
import {
  emailMaxLength,
  nameMaxLength,
  passwordMaxBytes,
  passwordMinLength,
  registrationReasonMaxLength,
} from '../limits.ts';
import { countCodePoints, normalizeName } from '../text/index.ts';
import { currentUserSchema, usernameField } from '../users/index.ts';

export const emailField = wireText('Email')
  .transform((email) => email.trim().toLowerCase())
  .pipe(
    z.email({ error: 'Please enter a valid email address.', abort: true }).max(emailMaxLength, {
      error: `Email addresses can be up to ${emailMaxLength} characters long.`,
    }),
  );

const namePart = (label: string) =>
  textField({ max: nameMaxLength, label }).transform(normalizeName);

/** A new password. The server additionally rejects common passwords. */
export const newPasswordField = wireText('Password')
  .refine((password) => countCodePoints(password) >= passwordMinLength, {
    error: `Passwords must be at least ${passwordMinLength} characters long.`,
  })
  .refine((password) => new TextEncoder().encode(password).length <= passwordMaxBytes, {
    error: `This password is too long. It can be up to ${passwordMaxBytes} bytes; a letter without an accent is one byte.`,
  });

/** The code in the link of an invitation. */
export const invitationField = wireText('The invitation').pipe(
  z.string().max(100, { error: 'This invitation is no longer valid.' }),
);

export const registerBodySchema = z
  .object({
    firstName: namePart('First name').refine((name) => name !== '', {
      error: 'First name is required.',
    }),
    lastName: namePart('Last name').refine((name) => name !== '', {
      error: 'Last name is required.',
    }),
    username: usernameField.optional().describe('By default derived from the name'),
    email: emailField,
    password: newPasswordField,
    confirmPassword: wireText('The repeated password'),
    invitation: invitationField.optional(),
    reason: textField({ max: registrationReasonMaxLength, label: 'The reason' })
      .optional()
      .describe('Why the user wants to join; read by administrators'),
    proof: wireText('The proof')
      .pipe(z.string().max(1000, { error: 'The automatic check failed. Please try again.' }))
      .optional()
      .describe('Base64 of the solved challenge as JSON, where the instance requires one'),
  })
  .refine((body) => body.password === body.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match!',
  })
  .refine((body) => body.password.toLowerCase() !== body.email, {
    path: ['password'],
    error: "Your password can't be your email address.",
  })
  .refine((body) => countCodePoints(`${body.firstName} ${body.lastName}`) <= nameMaxLength, {
    path: ['lastName'],
    error: `First and last name together can be up to ${nameMaxLength} characters long.`,
  });

/** Query of `GET /auth/usernames`. */
export const usernamesQuerySchema = z.object({
  name: textField({ max: nameMaxLength, label: 'Name' })
    .transform(normalizeName)
    .optional()
    .describe('First and last name'),
  username: usernameField.optional().describe('The username to check'),
});

/** A code of the authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const codeField = wireText('Code')
  .transform((code) => code.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().max(100, { error: "This code isn't valid." }));

/** A malformed email address fails like a wrong one (401); only a missing or blank value is a 400. */
export const loginBodySchema = z.object({
  email: wireText('Email')
    .transform((email) => email.trim().toLowerCase())
    .pipe(nonEmptyText('Email')),
  password: nonEmptyText('Password'),
  code: codeField.optional(),
});

export const changePasswordBodySchema = z
  .object({
    currentPassword: nonEmptyText('The current password'),
    newPassword: newPasswordField,
    confirmPassword: wireText('The repeated password'),
  })
  .refine((body) => body.newPassword === body.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match!',
  });

export const forgotPasswordBodySchema = z.object({ email: emailField });

export const resetPasswordBodySchema = z
  .object({
    token: wireText('The token'),
    password: newPasswordField,
    confirmPassword: wireText('The repeated password'),
  })
  .refine((body) => body.password === body.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match!',
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

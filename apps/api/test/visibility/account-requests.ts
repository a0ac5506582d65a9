import type { Target } from './private-account.ts';
import { get, post, put, remove, hidden, nothing } from './request-row.ts';
import type { Row } from './request-row.ts';

/** Requests about the own account that read. */
export function listAccountReads({ userId }: Target): Record<string, Row> {
  return {
    getCurrentUser: nothing(get('/users/me')),
    getAccountMove: nothing(get('/users/me/move')),
    getAccountStatus: nothing(get('/users/me/status')),
    listReportMessages: nothing(get('/users/me/report-messages')),
    exportAccount: nothing(get('/users/me/export')),
    listImports: nothing(get('/users/me/imports')),
    listImportedPosts: nothing(get('/users/me/imported-posts')),
    downloadImportFailures: nothing(get(`/users/me/imports/${userId}/failures`)),
    listSessions: nothing(get('/auth/sessions')),
    getEmailStatus: nothing(get('/auth/email')),
    getTwoFactorStatus: nothing(get('/auth/two-factor')),
    listPasskeys: nothing(get('/auth/passkeys')),
    listIdentities: nothing(get('/auth/identities')),
    listAuthorizedApps: nothing(get('/oauth/authorized-apps')),
    getRequestedAccess: nothing(
      get(`/oauth/authorization?response_type=code&client_id=${userId}&redirect_uri=a:/b`),
    ),
  };
}

/** Write requests about the own account and its sessions. The last one ends the session. */
export function listAccountWrites({ userId, threadId, sessionId }: Target): Record<string, Row> {
  const password = { password: 'wrong' };
  return {
    importPosts: nothing(post('/users/me/imported-posts', {})),
    deleteImportedPost: nothing(remove(`/users/me/imported-posts/${threadId}`)),
    deleteImportedPosts: nothing(remove('/users/me/imported-posts')),
    createImport: nothing(post('/users/me/imports', { kind: 'follows' })),
    startImport: nothing(post(`/users/me/imports/${threadId}/start`)),
    deleteImport: nothing(remove(`/users/me/imports/${threadId}`)),
    decideAuthorization: nothing(
      post('/oauth/authorization', {
        response_type: 'code',
        client_id: userId,
        redirect_uri: 'a:/b',
        isGranted: true,
      }),
    ),
    createAccessToken: nothing(
      post('/oauth/access-tokens', {
        name: 'x',
        scopes: ['read'],
        expiresInDays: 1,
        password: 'x',
      }),
    ),
    revokeAuthorizedApp: nothing(remove(`/oauth/authorized-apps/${userId}`)),
    appealStrike: hidden(post(`/users/me/strikes/${threadId}/appeal`, { text: 'x' })),
    findAppealableStrike: nothing(post('/appeals/strike', { token: 'x' })),
    appealByToken: nothing(post('/appeals', { token: 'x', text: 'x' })),
    suggestUsernames: nothing(get('/auth/usernames?name=Somebody')),
    getRegistrationChallenge: nothing(get('/auth/challenge')),
    getInvitation: nothing(post('/auth/invitation', { invitation: userId })),
    addAlias: nothing(put('/users/me/aliases', { handle: userId })),
    removeAlias: nothing(remove('/users/me/aliases', { uri: 'https://x.example' })),
    moveAccount: nothing(put('/users/me/move', { handle: userId, ...password })),
    cancelMove: nothing(remove('/users/me/move')),
    updateProfile: nothing(put('/users/me', { location: 'Elsewhere' })),
    deleteAccount: nothing(remove('/users/me', password)),
    endSession: hidden(remove(`/auth/sessions/${sessionId}`)),
    register: nothing(post('/auth/register', { email: 'zorbamail@example.org' })),
    login: nothing(post('/auth/login', { email: 'zorbamail@example.org', ...password })),
    changePassword: nothing(post('/auth/change-password', { currentPassword: 'wrong' })),
    forgotPassword: nothing(post('/auth/forgot-password', { email: 'nobody@example.org' })),
    changeEmail: nothing(put('/auth/email', { email: 'zorbamail@example.org', ...password })),
    sendVerificationEmail: nothing(post('/auth/email/verification')),
    verifyEmail: nothing(post('/auth/verify-email', { token: 'x' })),
    restoreEmail: nothing(post('/auth/restore-email', { token: 'x' })),
    releaseEmail: nothing(post('/auth/release-email', { token: 'x' })),
    endAllSessions: nothing(post('/auth/end-sessions', { token: 'x' })),
    resetPassword: nothing(post('/auth/reset-password', { token: 'x', ...password })),
    setUpTwoFactor: nothing(post('/auth/two-factor/setup', password)),
    confirmTwoFactor: nothing(post('/auth/two-factor/confirm', { code: '000000' })),
    replaceRecoveryCodes: nothing(post('/auth/two-factor/recovery-codes', password)),
    turnOffTwoFactor: nothing(remove('/auth/two-factor', password)),
    startPasskeyRegistration: nothing(post('/auth/passkeys/options', password)),
    registerPasskey: nothing(post('/auth/passkeys', { name: 'x' })),
    renamePasskey: nothing(put(`/auth/passkeys/${userId}`, { name: 'x' })),
    removePasskey: nothing(remove(`/auth/passkeys/${userId}`, password)),
    startPasskeySignIn: nothing(post('/auth/passkeys/sign-in/options')),
    signInWithPasskey: nothing(post('/auth/passkeys/sign-in', {})),
    startOidcSignIn: nothing(post('/auth/oidc/sign-in', {})),
    startIdentityLink: nothing(post('/auth/oidc/link', password)),
    unlinkIdentity: nothing(remove(`/auth/identities/${userId}`, password)),
    exchangeSession: nothing(post('/auth/session')),
    // Last, because it ends the session.
    logout: nothing(post('/auth/logout')),
  };
}

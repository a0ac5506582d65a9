import type { Target } from './private-account.ts';
import { get, post, put, remove, hidden, nothing } from './request-row.ts';
import type { Row } from './request-row.ts';

/** Requests of administrators and about the instance that read. */
export function listAdministrationReads({ userId, threadId }: Target): Record<string, Row> {
  return {
    getTerms: nothing(get('/instance/terms')),
    listStrikes: hidden(get(`/admin/users/${userId}/strikes`)),
    listAppeals: nothing(get('/admin/appeals')),
    listReports: nothing(get('/admin/reports')),
    listAdminUsers: nothing(get('/admin/users')),
    getAdminThread: hidden(get(`/admin/threads/${threadId}`)),
    listAuditEntries: nothing(get('/admin/audit')),
    downloadAuditLog: nothing(get('/admin/audit/export')),
    getStats: nothing(get('/admin/stats')),
    getInsights: nothing(get('/admin/insights')),
    getUsage: nothing(get('/admin/usage')),
    listAlerts: nothing(get('/admin/alerts')),
    getSiteSettings: nothing(get('/admin/settings')),
    getInstanceImages: nothing(get('/admin/images')),
    getProtection: nothing(get('/admin/protection')),
    getAdminPage: nothing(get('/admin/pages/about')),
    getAdminRules: nothing(get('/admin/rules')),
    getInstance: nothing(get('/instance')),
    listRules: nothing(get('/instance/rules')),
    getInstancePage: nothing(get('/instance/pages/about')),
    listRegistrations: nothing(get('/admin/registrations')),
    listInvitations: nothing(get('/admin/invitations')),
    listAnnouncements: nothing(get('/admin/announcements')),
    listAccessBlocks: nothing(get('/admin/blocks')),
    listCannedResponses: nothing(get('/admin/canned-responses')),
    listWebhooks: nothing(get('/admin/webhooks')),
    listWebhookDeliveries: hidden(get(`/admin/webhooks/${threadId}/deliveries`)),
  };
}

/** Write requests of administrators. */
export function listAdministrationWrites({ userId, threadId }: Target): Record<string, Row> {
  return {
    actOnAccounts: nothing(post('/admin/users/actions', { userIds: ['x'], action: 'limit' })),
    createStrike: hidden(post(`/admin/users/${userId}/strikes`, { action: 'warn', text: 'x' })),
    liftStrike: hidden(post(`/admin/strikes/${threadId}/lift`, { reason: 'x' })),
    decideAppeal: hidden(post(`/admin/appeals/${threadId}/decide`, { isLifted: true })),
    getReportDetails: hidden(get(`/admin/reports/${threadId}`)),
    getReportContext: hidden(get(`/admin/reports/${threadId}/context`)),
    assignReport: hidden(put(`/admin/reports/${threadId}/assignee`, { userId: null })),
    addModerationNote: hidden(
      post(`/admin/reports/${threadId}/notes`, { about: 'report', text: 'x' }),
    ),
    messageReporter: hidden(post(`/admin/reports/${threadId}/messages`, { text: 'x' })),
    dismissReport: hidden(post(`/admin/reports/${threadId}/dismiss`)),
    verifyUser: hidden(put(`/admin/users/${userId}/verified`, { isVerified: true })),
    purgeUser: hidden(post(`/admin/users/${userId}/purge`, { username: 'x', reason: 'x' })),
    changeRole: hidden(put(`/admin/users/${userId}/role`, { role: 'member' })),
    suspendUser: hidden(post(`/admin/users/${userId}/suspend`, { reason: 'x' })),
    unsuspendUser: hidden(post(`/admin/users/${userId}/unsuspend`, { reason: 'x' })),
    approveRegistration: hidden(post(`/admin/registrations/${userId}/approve`)),
    rejectRegistration: hidden(post(`/admin/registrations/${userId}/reject`)),
    createAccessBlock: nothing(post('/admin/blocks', { kind: 'ip_range', value: '' })),
    deleteAccessBlock: hidden(remove(`/admin/blocks/${threadId}`)),
    createAnnouncement: nothing(post('/admin/announcements', { text: '' })),
    updateAnnouncement: hidden(put(`/admin/announcements/${threadId}`, { text: 'x' })),
    deleteAnnouncement: hidden(remove(`/admin/announcements/${threadId}`)),
    createCannedResponse: nothing(post('/admin/canned-responses', { title: '' })),
    reorderCannedResponses: nothing(put('/admin/canned-responses', { ids: ['x'] })),
    updateCannedResponse: hidden(
      put(`/admin/canned-responses/${threadId}`, { title: 'x', text: 'x' }),
    ),
    deleteCannedResponse: hidden(remove(`/admin/canned-responses/${threadId}`)),
    createInvitation: nothing(post('/admin/invitations', { days: 0 })),
    createWebhook: nothing(post('/admin/webhooks', { url: 'https://zorba.example' })),
    updateWebhook: hidden(put(`/admin/webhooks/${threadId}`, { isEnabled: true })),
    rotateWebhookSecret: hidden(post(`/admin/webhooks/${threadId}/rotate-secret`)),
    testWebhook: hidden(post(`/admin/webhooks/${threadId}/test`)),
    deleteWebhook: hidden(remove(`/admin/webhooks/${threadId}`)),
    redeliverWebhook: hidden(post(`/admin/webhook-deliveries/${threadId}/redeliver`)),
    revokeInvitation: hidden(remove(`/admin/invitations/${userId}`)),
    updateAdminPage: nothing(put('/admin/pages/about', { version: 0 })),
    updateAdminRules: nothing(put('/admin/rules', { version: 0 })),
    updateProtection: nothing(put('/admin/protection', { version: 0 })),
    updateSiteSettings: nothing(put('/admin/settings', { version: 0 })),
    sendTestEmail: nothing(post('/admin/test-email')),
    finishSetup: nothing(put('/admin/setup', {})),
    replaceInstanceImage: nothing(put('/admin/images/logo', {})),
    removeInstanceImage: nothing(remove('/admin/images/logo')),
    removeThread: hidden(remove(`/admin/threads/${threadId}`, { reason: 'x' })),
  };
}

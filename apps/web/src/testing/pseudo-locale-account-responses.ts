import { anImportedPost } from './imports.ts';
import { aReportDetails, anAdminUser } from './moderation.ts';
import { namedUser, usersPage } from './pseudo-locale-samples.ts';
import { anId } from './threads.ts';

const aStrike = {
  id: anId(),
  action: 'suspend',
  rules: ['Κανόνας'],
  text: 'Όχι',
  threadId: null,
  threadText: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  endsAt: null,
  liftedAt: null,
  appeal: null,
  appealableUntil: '2026-12-10T10:00:00.000Z',
};

const aReportMessage = {
  id: anId(),
  text: 'Γεια',
  createdAt: '2026-11-20T10:00:00.000Z',
  report: { targetType: 'thread', reason: 'spam', createdAt: '2026-11-20T10:00:00.000Z' },
};

const aServerEffect = { serversCount: 2, usersCount: 7, threadsCount: 8, followsCount: 9 };

const aServerListRow = {
  domain: 'ψ.ω',
  policy: 'suspended',
  isPartial: true,
  currentPolicy: null,
  reason: 'Όχι',
  status: 'new',
  followsCount: 9,
};
const serverListRows = [
  aServerListRow,
  { ...aServerListRow, domain: 'χ.ω', status: 'changed', currentPolicy: 'limited' },
  { ...aServerListRow, domain: 'φ.ω', status: 'unchanged', currentPolicy: 'suspended' },
  { ...aServerListRow, domain: 'υ.ω', status: 'invalid', policy: null },
  { ...aServerListRow, domain: 'τ*.ω', status: 'obfuscated', policy: null },
];

const aServer = {
  domain: 'ψ.ω',
  software: 'Μαστοδον',
  policy: 'suspended',
  effectivePolicy: 'suspended',
  inheritedFrom: null,
  policySince: '2026-11-20T10:00:00.000Z',
  deletesAt: '2026-12-20T10:00:00.000Z',
  reason: 'Όχι',
  note: 'Νήμα',
  usersCount: 7,
  threadsCount: 8,
  deliveriesCount: 0,
  failuresCount: 5,
  lastSuccessAt: '2026-11-21T05:00:00.000Z',
  pausedUntil: '2026-11-21T06:00:00.000Z',
};

const reportId = anId();

/** About the account and the administration, by the start of the path. */
export const accountResponses: [path: string, body: unknown][] = [
  [
    '/users/me/imported-posts',
    {
      ...usersPage,
      content: [
        anImportedPost({
          parts: ['Νήμα', 'Νήμα'],
          contentWarning: 'Μαλλί',
          isReply: true,
          filesCount: 1,
          isShortened: true,
        }),
      ],
    },
  ],
  ['/auth/email', { email: 'α@β.γρ', isVerified: false, canVerify: true, pendingEmail: 'γ@β.γρ' }],
  ['/auth/two-factor/setup', { secret: 'ΑΒΓ', uri: 'otpauth://totp/x' }],
  ['/auth/two-factor/confirm', { recoveryCodes: ['αβγ-δεζ'] }],
  ['/auth/two-factor', { isEnabled: false, enabledAt: null, recoveryCodesLeft: 0 }],
  [
    '/auth/identities',
    {
      identities: [
        {
          id: anId(),
          provider: 'σσο.γρ',
          createdAt: '2026-11-20T10:00:00.000Z',
          lastUsedAt: '2026-11-21T05:00:00.000Z',
        },
      ],
      hasPassword: true,
      canLink: true,
      canUnlink: true,
    },
  ],
  [
    '/auth/passkeys',
    [{ id: anId(), name: 'Κλειδί', createdAt: '2026-11-20T10:00:00.000Z', lastUsedAt: null }],
  ],
  [
    '/auth/sessions',
    [
      {
        id: anId(),
        device: 'Συσκευή',
        address: '192.0.2.7',
        createdAt: '2026-11-20T10:00:00.000Z',
        lastSeenAt: '2026-11-21T05:00:00.000Z',
        isCurrent: false,
      },
    ],
  ],
  [
    '/oauth/authorized-apps',
    [
      {
        id: anId(),
        name: 'Εφαρμογή',
        website: null,
        fields: [],
        scopes: ['read', 'write', 'follow', 'push'],
        authorizedAt: '2026-11-20T10:00:00.000Z',
        lastUsedAt: '2026-11-21T05:00:00.000Z',
        isAccessToken: true,
        expiresAt: '2026-12-21T05:00:00.000Z',
      },
    ],
  ],
  [
    '/admin/registrations',
    {
      ...usersPage,
      page: 0,
      content: [
        {
          ...namedUser,
          email: 'αδα@εδω.γρ',
          reason: 'Νήμα',
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    },
  ],
  [
    '/admin/announcements',
    [
      {
        id: anId(),
        text: 'Νήμα',
        createdAt: '2026-11-20T10:00:00.000Z',
        startsAt: '2026-11-20T10:00:00.000Z',
        endsAt: null,
        language: null,
        status: 'current',
        dismissals: 2,
      },
    ],
  ],
  [
    '/admin/alerts',
    { alerts: [{ kind: 'job', job: 'δουλεια', since: '2026-11-20T10:00:00.000Z' }] },
  ],
  [
    '/admin/usage',
    {
      disk: { freeBytes: 1_500_000_000, totalBytes: 20_000_000_000 },
      accountMediaBytesMax: 2_000_000_000,
      measured: {
        measuredAt: '2026-11-20T10:00:00.000Z',
        databaseBytes: 25_000_000,
        media: [{ kind: 'image', files: 3, bytes: 5_600_000 }],
        accounts: [{ ...namedUser, mediaBytes: 4_200_000, threads: 7, messages: 8 }],
      },
      jobs: [
        {
          name: 'δουλεια',
          ranAt: '2026-11-20T10:00:00.000Z',
          durationMs: 12,
          failures: 3,
          error: 'Όχι',
        },
      ],
      queries: [{ query: 'Νήμα', calls: 1000, meanMs: 1.25, totalMs: 1250 }],
    },
  ],
  ['/admin/federation-mode', { allowsOnlyListed: false, undecided: aServerEffect }],
  ['/admin/servers/import', { rows: serverListRows }],
  ['/admin/servers/', aServerEffect],
  ['/admin/servers', { ...usersPage, page: 0, content: [aServer] }],
  [
    '/admin/webhooks',
    [
      {
        id: anId(),
        url: 'https://ψ.ω',
        events: ['thread.posted'],
        hashtag: 'μαλλί',
        createdAt: '2026-11-20T10:00:00.000Z',
        status: 'enabled',
        lastSuccessAt: null,
      },
    ],
  ],
  ['/admin/canned-responses', [{ id: anId(), title: 'Τίτλος', text: 'Ευχαριστώ' }]],
  ['/users/me/report-messages', { ...usersPage, page: 0, content: [aReportMessage] }],
  [
    '/users/me/move',
    {
      handle: 'γλ@ψ.ω',
      aliases: [{ uri: 'https://ψ.ω/γ', username: 'γλ@ψ.ω' }],
      movedTo: null,
      canMoveFrom: null,
    },
  ],
  ['/users/me/status', { isLimited: true, isFrozen: true, strikes: [aStrike] }],
  [
    `/admin/users/${namedUser.id}/strikes`,
    { ...usersPage, page: 0, content: [{ ...aStrike, user: namedUser, moderator: namedUser }] },
  ],
  [
    '/admin/appeals',
    { ...usersPage, page: 0, content: [{ ...aStrike, user: namedUser, moderator: namedUser }] },
  ],
  [
    '/admin/users',
    {
      ...usersPage,
      page: 0,
      content: [{ ...anAdminUser({ hasStrikes: true }), ...namedUser, openReportsCount: 1 }],
    },
  ],
  [`/admin/reports/${reportId}`, aReportDetails()],
  [
    '/admin/reports',
    {
      ...usersPage,
      page: 0,
      content: [
        {
          id: reportId,
          targetType: 'thread',
          targetId: anId(),
          reason: 'spam',
          rules: ['Κανόνας'],
          note: 'Όχι',
          status: 'open',
          createdAt: '2026-11-20T10:00:00.000Z',
          resolvedAt: null,
          reporter: namedUser,
          server: null,
          user: namedUser,
          text: 'Νήμα',
        },
      ],
    },
  ],
];

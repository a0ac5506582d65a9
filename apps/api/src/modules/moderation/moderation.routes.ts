import {
  actOnAccounts,
  appealByToken,
  appealStrike,
  approveRegistration,
  changeRole,
  createAccessBlock,
  createInvitation,
  createOwnInvitation,
  createReport,
  createStrike,
  decideAppeal,
  deleteAccessBlock,
  downloadAuditLog,
  downloadServerList,
  findAppealableStrike,
  getAccountStatus,
  getAdminThread,
  getInsights,
  getProtection,
  getStats,
  listAccessBlocks,
  listAdminUsers,
  listAuditEntries,
  listInvitations,
  listOwnInvitations,
  listPushHosts,
  listRegistrations,
  listReportMessages,
  liftStrike,
  listAppeals,
  listStrikes,
  purgeUser,
  rejectRegistration,
  removeThread,
  revokeInvitation,
  revokeOwnInvitation,
  suspendUser,
  unsuspendUser,
  updateProtection,
  verifyUser,
  updatePushHost,
} from '@skein/contracts/moderation';
import {
  becomeOwner,
  createAnnouncement,
  deleteAnnouncement,
  finishSetup,
  getAdminPage,
  getAdminRules,
  getInstanceImages,
  getSiteSettings,
  listAnnouncements,
  removeInstanceImage,
  replaceInstanceImage,
  sendTestEmail,
  updateAnnouncement,
  updateAdminPage,
  updateAdminRules,
  updateSiteSettings,
} from '@skein/contracts/instance';
import type { Permission } from '@skein/contracts/administration';
import type { BindDownload, BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import { UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ModerationModule } from './moderation.module.ts';
import { cannedResponseRoutes } from './settings/canned-responses.routes.ts';
import { serverRoutes } from './servers/servers.routes.ts';
import { reportRoutes } from './reports/reports.routes.ts';

interface Bindings {
  bind: BindRoute;
  bindDownload: BindDownload;
}

export function moderationRoutes(
  { bind, bindDownload }: Bindings,
  moderation: ModerationModule,
): void {
  bind(createReport, async ({ viewer, idempotency, body }) => {
    await moderation.report(viewer, idempotency, body);
    return success('success.reportSent');
  });
  bind(listReportMessages, ({ viewer, query }) => moderation.listReportMessages(viewer, query));
  bind(becomeOwner, async ({ viewer, body: { code }, context: { address, isLocal } }) => {
    await moderation.becomeOwner(viewer, { code, address, isLocal });
    return success('success.ownerBecome');
  });
  bind(listOwnInvitations, ({ viewer }) => moderation.listOwnInvitations(viewer));
  bind(createOwnInvitation, ({ viewer, idempotency, body }) =>
    moderation.createOwnInvitation(viewer, idempotency, body),
  );
  bind(revokeOwnInvitation, async ({ viewer, params }) => {
    await moderation.revokeOwnInvitation(viewer, params.invitationId);
    return success('success.invitationRevoked');
  });
  bind(getAccountStatus, ({ viewer }) => moderation.getAccountStatus(viewer));
  bind(appealStrike, async ({ viewer, idempotency, params, body }) => {
    await moderation.appealStrike(viewer, idempotency, { ...params, ...body });
    return success('success.appealSent');
  });
  bind(findAppealableStrike, ({ body }) => moderation.findAppealableStrike(body.token));
  bind(appealByToken, async ({ body }) => {
    await moderation.appealByToken(body);
    return success('success.appealSent');
  });
  bindDownload(downloadAuditLog, async ({ viewer, query }) => {
    await moderation.requirePermission(viewer, 'moderate');
    return moderation.exportAudit(viewer, query);
  });
  bindDownload(downloadServerList, async ({ viewer }) => {
    await moderation.requirePermission(viewer, 'administrate');
    return moderation.exportServerList();
  });
  const bindModeration = bindWithPermission(bind, moderation, 'moderate');
  moderationActions(bindModeration, moderation);
  const bindAdministration = bindWithPermission(bind, moderation, 'administrate');
  administration(bindAdministration, moderation);
  instanceAdministration(bindAdministration, moderation);
  serverRoutes(bindAdministration, moderation);
  cannedResponseRoutes({ bindModeration, bindAdministration }, moderation);
}

/** Binds routes that reject users without the permission before anything is loaded. */
export function bindWithPermission(
  bind: BindRoute,
  { requirePermission }: Pick<ModerationModule, 'requirePermission'>,
  permission: Permission,
): BindRoute {
  return (route, handler) =>
    bind(route, async (input) => {
      // The input's type depends on the route; all these routes require a session.
      const { viewer } = input as { viewer?: Viewer };
      if (viewer === undefined) throw new UnauthenticatedError();
      await requirePermission(viewer, permission);
      return handler(input);
    });
}

function moderationActions(bind: BindRoute, moderation: ModerationModule): void {
  reportRoutes(bind, moderation);
  bind(listAdminUsers, ({ viewer, query }) => moderation.listUsers(viewer, query));
  bind(suspendUser, async ({ viewer, idempotency, params, body }) => {
    await moderation.suspend(viewer, idempotency, { ...params, ...body });
    return success('success.accountSuspended');
  });
  bind(unsuspendUser, async ({ viewer, params, body }) => {
    await moderation.unsuspend(viewer, { ...params, ...body });
    return success('success.accountUnsuspended');
  });
  bind(createStrike, ({ viewer, idempotency, params, body }) =>
    moderation.createStrike(viewer, idempotency, { ...params, ...body }),
  );
  bind(actOnAccounts, ({ viewer, idempotency, body }) =>
    moderation.actOnAccounts(viewer, idempotency, body),
  );
  bind(listStrikes, ({ viewer, params, query }) =>
    moderation.listStrikes(viewer, { ...params, ...query }),
  );
  bind(liftStrike, async ({ viewer, params, body }) => {
    await moderation.liftStrike(viewer, { ...params, ...body });
    return success('success.strikeLifted');
  });
  bind(listAppeals, ({ viewer, query }) => moderation.listAppeals(viewer, query));
  bind(decideAppeal, async ({ viewer, params, body }) => {
    await moderation.decideAppeal(viewer, { ...params, ...body });
    return success('success.appealDecided');
  });
  bind(getAdminThread, ({ params }) => moderation.getThread(params.threadId));
  bind(removeThread, async ({ viewer, params, body }) => {
    await moderation.removeThread(viewer, { ...params, ...body });
    return success('success.threadRemoved');
  });
  bind(listAuditEntries, ({ viewer, query }) => moderation.listAuditEntries(viewer, query));
  bind(listRegistrations, ({ query }) => moderation.listRegistrations(query));
  bind(approveRegistration, async ({ viewer, params }) => {
    await moderation.decideRegistration(viewer, { ...params, isApproved: true, reason: '' });
    return success('success.registrationApproved');
  });
  bind(rejectRegistration, async ({ viewer, params, body }) => {
    await moderation.decideRegistration(viewer, { ...params, isApproved: false, ...body });
    return success('success.registrationRejected');
  });
}

function administration(bind: BindRoute, moderation: ModerationModule): void {
  bind(verifyUser, async ({ viewer, params, body: { isVerified } }) => {
    await moderation.verify(viewer, { userId: params.userId, isVerified });
    return success(isVerified ? 'success.accountVerified' : 'success.accountNotVerified');
  });
  bind(changeRole, async ({ viewer, params, body }) => {
    await moderation.changeRole(viewer, { ...params, ...body });
    return success('success.roleChanged');
  });
  bind(purgeUser, async ({ viewer, params, body }) => {
    await moderation.purgeUser(viewer, { ...params, ...body });
    return success('success.accountPurged');
  });
  bind(listAccessBlocks, () => moderation.listAccessBlocks());
  bind(createAccessBlock, ({ viewer, idempotency, body, context: { address } }) =>
    moderation.createAccessBlock(viewer, idempotency, { ...body, address }),
  );
  bind(deleteAccessBlock, async ({ viewer, params }) => {
    await moderation.deleteAccessBlock(viewer, params.blockId);
    return success('success.accessBlockEnded');
  });
  bind(listPushHosts, () => moderation.listPushHosts());
  bind(updatePushHost, async ({ viewer, params, body }) => {
    await moderation.updatePushHost(viewer, { ...params, ...body });
    return success(body.isAllowed ? 'success.pushHostAllowed' : 'success.pushHostRejected');
  });
  bind(listInvitations, ({ query }) => moderation.listInvitations(query));
  bind(createInvitation, ({ viewer, idempotency, body }) =>
    moderation.createInvitation(viewer, idempotency, body),
  );
  bind(revokeInvitation, async ({ viewer, params }) => {
    await moderation.revokeInvitation(viewer, params.invitationId);
    return success('success.invitationRevoked');
  });
  bind(listAnnouncements, () => moderation.listAnnouncements());
  bind(createAnnouncement, ({ viewer, idempotency, body }) =>
    moderation.createAnnouncement(viewer, idempotency, body),
  );
  bind(updateAnnouncement, ({ viewer, params, body }) =>
    moderation.updateAnnouncement(viewer, { ...params, ...body }),
  );
  bind(deleteAnnouncement, async ({ viewer, params }) => {
    await moderation.deleteAnnouncement(viewer, params.announcementId);
    return success('success.announcementDeleted');
  });
}

function instanceAdministration(bind: BindRoute, moderation: ModerationModule): void {
  bind(getAdminPage, ({ params }) => moderation.describePage(params.page));
  bind(updateAdminPage, ({ viewer, params, body }) =>
    moderation.updatePage(viewer, { ...params, ...body }),
  );
  bind(getAdminRules, () => moderation.describeRules());
  bind(updateAdminRules, ({ viewer, body }) => moderation.updateRules(viewer, body));
  bind(getProtection, () => moderation.describeProtection());
  bind(updateProtection, ({ viewer, body }) => moderation.updateProtection(viewer, body));
  bind(finishSetup, async ({ viewer }) => {
    await moderation.finishSetup(viewer);
    return success('success.setupFinished');
  });
  bind(getInstanceImages, () => moderation.describeImages());
  bind(replaceInstanceImage, ({ viewer, params, files }) =>
    moderation.replaceImage(viewer, { ...params, file: files.image[0] }),
  );
  bind(removeInstanceImage, ({ viewer, params }) => moderation.removeImage(viewer, params.kind));
  bind(getSiteSettings, () => moderation.describeSettings());
  bind(updateSiteSettings, ({ viewer, body }) => moderation.updateSettings(viewer, body));
  bind(sendTestEmail, ({ viewer, context }) => moderation.sendTestEmail(viewer, context.locale));
  bind(getStats, () => moderation.readStats());
  bind(getInsights, ({ query }) => moderation.readInsights(Number(query.days)));
}

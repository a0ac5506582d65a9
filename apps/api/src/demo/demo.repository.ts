import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { MediaModule } from '../modules/media/index.ts';
import { findLink } from '../modules/threads/index.ts';
import { newId } from '../platform/ids.ts';
import { demoAnnouncement, demoPageTexts, demoRules } from './content/instance.ts';
import { plannedAnnouncement } from './content/moderation.ts';
import { waveforms } from './content/recordings.ts';
import { demoPages } from './content/link-cards.ts';
import type { DemoPlan } from './plan/plan-demo.ts';
import { demoProtection } from './plan/plan-moderation.ts';
import { dayMs } from '../platform/clock.ts';
import type { DemoRows } from './plan/to-rows.ts';
import type { ProcessedImages } from './process-images.ts';

const { sql } = Prisma;

const storeTimeoutMs = 60_000;

export async function hasAccounts(database: Database): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) !== null;
}

export async function hasAccount(
  database: Database,
  { email }: { email: string },
): Promise<boolean> {
  return (await database.user.findFirst({ where: { email }, select: { id: true } })) !== null;
}

/** Stores all demo data in one transaction, and collects its statistics. */
export async function storeDemo(
  database: Database,
  media: Pick<MediaModule, 'insert' | 'claimPicture'>,
  demo: { plan: DemoPlan; rows: DemoRows; images: ProcessedImages; now: Date },
): Promise<void> {
  const { plan, rows, images, now } = demo;
  await database.$transaction(
    async (tx) => {
      await tx.instanceSetting.createMany({ data: toSectionRows(now) });
      await tx.announcement.createMany({ data: toAnnouncementRows(now) });
      await tx.user.createMany({ data: rows.users });
      await tx.follow.createMany({ data: rows.follows });
      await tx.followRequest.createMany({ data: rows.followRequests });
      await tx.linkCard.createMany({ data: toLinkCardRows(images, now) });
      await tx.thread.createMany({ data: rows.threads });
      await tx.pinnedThread.createMany({ data: rows.pinnedThreads });
      await tx.scheduledThread.createMany({ data: rows.scheduledThreads });
      await tx.scheduledPart.createMany({ data: rows.scheduledParts });
      await tx.draft.createMany({ data: rows.drafts });
      await tx.feedEntry.createMany({ data: rows.feedEntries });
      await tx.hashtag.createMany({ data: rows.hashtags });
      await tx.threadHashtag.createMany({ data: rows.threadHashtags });
      await tx.hashtagFollow.createMany({ data: rows.hashtagFollows });
      await tx.keywordFilter.createMany({ data: rows.keywordFilters });
      await tx.userList.createMany({ data: rows.userLists });
      await tx.userListMember.createMany({ data: rows.userListMembers });
      await tx.userNote.createMany({ data: rows.userNotes });
      await tx.threadMention.createMany({ data: rows.mentions });
      await tx.like.createMany({ data: rows.likes });
      await tx.repost.createMany({ data: rows.reposts });
      await tx.bookmarkFolder.createMany({ data: rows.bookmarkFolders });
      await tx.bookmark.createMany({ data: rows.bookmarks });
      await tx.reaction.createMany({ data: rows.reactions });
      await tx.poll.createMany({ data: plan.polls.polls });
      await tx.pollOption.createMany({ data: plan.polls.options });
      await tx.pollBallot.createMany({ data: plan.polls.ballots });
      await tx.pollVote.createMany({ data: plan.polls.votes });
      await tx.notification.createMany({ data: plan.notifications });
      await tx.conversation.createMany({ data: plan.chats.conversations });
      await tx.chatGroup.create({ data: plan.group });
      await tx.conversationMember.createMany({ data: plan.chats.members });
      await tx.message.createMany({ data: plan.chats.messages });
      await storeModeration(tx, plan);
      await storeImages(tx, media, images);
    },
    { timeout: storeTimeoutMs },
  );
  // The feed would take ten times longer until autovacuum has collected the statistics.
  await database.execute(sql`ANALYZE`);
}

/** After the threads and users, which triggers look up. */
async function storeModeration(
  tx: Transaction,
  { moderation, insights }: Pick<DemoPlan, 'moderation' | 'insights'>,
): Promise<void> {
  await tx.pendingRegistration.createMany({ data: moderation.pendingRegistrations });
  await tx.invitation.createMany({ data: moderation.invitations });
  await tx.report.createMany({ data: moderation.reports });
  await tx.reportAssignment.createMany({ data: moderation.assignments });
  await tx.moderationNote.createMany({ data: moderation.notes });
  await tx.strike.createMany({ data: moderation.strikes });
  await tx.appeal.createMany({ data: moderation.appeals });
  await tx.auditEntry.createMany({ data: moderation.auditEntries });
  await tx.dailyStats.createMany({ data: insights.dailyStats });
  await tx.dailyResponseTimes.createMany({ data: insights.responseTimes });
}

async function storeImages(
  tx: Transaction,
  media: Pick<MediaModule, 'insert' | 'claimPicture'>,
  images: ProcessedImages,
): Promise<void> {
  for (const { storageKey } of [...images.avatars.values(), ...images.banners.values()]) {
    await media.claimPicture(tx, storageKey);
  }
  for (const { processed } of images.linkImages) {
    await media.claimPicture(tx, processed.storageKey);
  }
  for (const { threadId, processed, altText } of images.threadImages) {
    await media.insert(tx, { threadId, items: [{ processed, altText }] });
  }
  for (const { image, processed } of images.messageImages) {
    const { messageId, position, altText } = image;
    await media.insert(tx, { threadId: null, items: [{ processed, altText }] });
    await tx.media.update({
      where: { id: processed.id },
      data: { position, ...(position === 0 ? { messageId } : { additionalMessageId: messageId }) },
    });
  }
  for (const { messageId, name, processed } of images.recordings) {
    await media.insert(tx, { threadId: null, items: [{ processed, altText: null }] });
    const data = { messageId, waveform: waveforms.get(name) ?? [] };
    await tx.media.update({ where: { id: processed.id }, data });
  }
}

function toAnnouncementRows(createdAt: Date): Prisma.AnnouncementCreateManyInput[] {
  const startsAt = new Date(createdAt.getTime() + 2 * dayMs);
  const endsAt = new Date(createdAt.getTime() + 3 * dayMs);
  return [
    { id: newId(), text: demoAnnouncement, startsAt: createdAt, createdAt },
    { id: newId(), text: plannedAnnouncement, startsAt, endsAt, createdAt },
  ];
}

function toSectionRows(updatedAt: Date): Prisma.InstanceSettingCreateManyInput[] {
  const rules = demoRules.map((rule) => ({ id: newId(), ...rule }));
  const pages = Object.entries(demoPageTexts).map(([page, text]) => [page, { text }] as const);
  const sections = [['rules', { rules }] as const, ['protection', demoProtection] as const];
  return [...sections, ...pages].map(([section, content]) => ({
    section,
    content,
    version: 1,
    updatedAt,
  }));
}

/** As if the pages had been fetched just now. */
function toLinkCardRows(
  { linkImages }: ProcessedImages,
  requestedAt: Date,
): Prisma.LinkCardCreateManyInput[] {
  return demoPages.flatMap(({ url, title, description, isVideo }) => {
    const link = findLink(url, () => true);
    if (link === null) return [];
    const image = linkImages.find(({ page }) => page.url === url)?.processed;
    const imageFields = {
      imageKey: image?.storageKey ?? null,
      imageWidth: image?.width ?? null,
      imageHeight: image?.height ?? null,
      imageBlurhash: image?.blurhash ?? null,
    };
    return [{ ...link, title, description, isVideo, requestedAt, ...imageFields }];
  });
}

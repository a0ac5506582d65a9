import type { Database } from '@skein/db';
import type { MediaModule } from '../../modules/media/index.ts';
import type { DemoPlan } from './plan/plan-demo.ts';
import type { DemoRows } from './plan/to-rows.ts';
import type { ProcessedImages } from './process-images.ts';

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

/** Stores all demo data in one transaction. */
export async function storeDemo(
  database: Database,
  media: Pick<MediaModule, 'insert' | 'claimPicture'>,
  demo: { plan: DemoPlan; rows: DemoRows; images: ProcessedImages },
): Promise<void> {
  const { plan, rows, images } = demo;
  await database.$transaction(
    async (tx) => {
      await tx.user.createMany({ data: rows.users });
      await tx.follow.createMany({ data: rows.follows });
      await tx.followRequest.createMany({ data: rows.followRequests });
      await tx.thread.createMany({ data: rows.threads });
      await tx.pinnedThread.createMany({ data: rows.pinnedThreads });
      await tx.scheduledThread.createMany({ data: rows.scheduledThreads });
      await tx.feedEntry.createMany({ data: rows.feedEntries });
      await tx.hashtag.createMany({ data: rows.hashtags });
      await tx.threadHashtag.createMany({ data: rows.threadHashtags });
      await tx.hashtagFollow.createMany({ data: rows.hashtagFollows });
      await tx.keywordFilter.createMany({ data: rows.keywordFilters });
      await tx.userList.createMany({ data: rows.userLists });
      await tx.userListMember.createMany({ data: rows.userListMembers });
      await tx.threadMention.createMany({ data: rows.mentions });
      await tx.like.createMany({ data: rows.likes });
      await tx.repost.createMany({ data: rows.reposts });
      await tx.bookmark.createMany({ data: rows.bookmarks });
      await tx.reaction.createMany({ data: rows.reactions });
      await tx.poll.createMany({ data: plan.polls.polls });
      await tx.pollOption.createMany({ data: plan.polls.options });
      await tx.pollBallot.createMany({ data: plan.polls.ballots });
      await tx.pollVote.createMany({ data: plan.polls.votes });
      await tx.notification.createMany({ data: plan.notifications });
      await tx.conversation.createMany({ data: plan.chats.conversations });
      await tx.conversationMember.createMany({ data: plan.chats.members });
      await tx.message.createMany({ data: plan.chats.messages });
      for (const { storageKey } of images.avatars.values()) {
        await media.claimPicture(tx, storageKey);
      }
      for (const { threadId, processed, altText } of images.threadImages) {
        await media.insert(tx, { threadId, items: [{ processed, altText }] });
      }
    },
    { timeout: storeTimeoutMs },
  );
}

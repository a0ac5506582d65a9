/** Limits of groups. Apart from the others, because only the dialogs of groups need them. */

/** Members of a group, also those who have not accepted yet. */
export const groupMembersMax = 100;
/** Users that are added at once, next to the user who creates the group. */
export const groupAddedMembersMax = groupMembersMax - 1;
export const groupNameMaxLength = 60;
/** Characters of the token in an invite link. */
export const groupInviteTokenMaxLength = 100;

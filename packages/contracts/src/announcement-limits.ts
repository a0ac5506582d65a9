/** The text of an announcement. */
export const announcementMaxLength = 1000;

/** Announcements of an instance, including ended ones. */
export const announcementsMax = 50;

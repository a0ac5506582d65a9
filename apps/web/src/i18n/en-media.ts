/** The words of players and downloads in thread cards. Part of the English catalogue. */
export const enMedia = {
  'media.video': 'Video',
  'media.sound': 'Sound',
  'media.document': 'Document',
  'media.download': 'Download',
} as const;

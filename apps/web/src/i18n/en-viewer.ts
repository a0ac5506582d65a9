/** The words of the picture viewer. Part of the English catalogue. */
export const enViewer = {
  'media.viewer': 'Picture {number} of {total}',
  'media.next': 'Next picture',
  'media.previous': 'Previous picture',
} as const;

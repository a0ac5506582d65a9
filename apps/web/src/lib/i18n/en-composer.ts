/** The words of composer and reply box. Part of the English catalogue. */
export const enComposer = {
  'reply.to': 'Reply to {name}...',
  'reply.notAllowed': 'Only people whom the author has chosen can reply to this thread.',
} as const;

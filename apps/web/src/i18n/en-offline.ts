/** The words of the bar over a lost connection. Part of the English catalogue. */
export const enOffline = {
  'shell.offline': 'You are offline. What you have loaded stays readable.',
} as const;

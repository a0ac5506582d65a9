/** One attempt to get in at a time: what is told of it takes the place of what was told before. */
export const accountNotice = { key: 'account' };

/** Accounts that only take part in the moderation of the demo. */
export const moderationAccounts = {
  owner: { username: 'owner', name: 'Casey Morrow', bio: 'Looks after this instance.' },
  seller: { username: 'pixel.bargains', name: 'Pixel Bargains', bio: 'Deals, deals, deals.' },
  quarreler: { username: 'grumble.gate', name: 'Grumble Gate', bio: 'Right, usually.' },
  applicant: { username: 'nora.lind', name: 'Nora Lind', bio: null },
} as const;

export const soldText =
  'Half price until midnight: phones, watches and game consoles, shipped today! Write to me for the link.';

export const reportNotes = {
  seller: 'Still writes the same to half of the climbing group.',
  window: 'He means me. The whole house reads along.',
  quarrel: 'Has called three people idiots in one thread.',
  bridge: 'It was closed again by noon.',
};

export const moderatorNotes = {
  report:
    'I have written to both. They have dinner together every Thursday, so this can probably be dismissed.',
  user: 'Always friendly when asked. A message is enough.',
};

export const strikeTexts = {
  limit: 'You write the same offer to people who have not asked for it.',
  warning: 'Please argue about what was said. The next insult ends in a break.',
  suspension: 'A week off, after the second warning.',
};

export const appealTexts = {
  limit:
    'I run a small shop and did not know that this is unwanted. I will only write to people who ask.',
  warning: 'They started it.',
};

export const applicationText =
  'I restore typewriters, and Mateo told me that people here still use them.';

/** How the reported threads begin. */
export const reportedThreads = {
  window: 'My neighbour puts cream in carbonara.',
  bridge: 'New bridge opened this morning.',
};

export const excludedHashtags = ['casino', 'followback'];

export const plannedAnnouncement =
  'We are moving to another server. Pages may load slowly, and new pictures appear late.';

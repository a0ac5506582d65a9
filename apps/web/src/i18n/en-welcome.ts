/** The words of what stands beside sign-in and sign-up. Part of the English catalogue. */
export const enWelcome = {
  // Pictures and words beside sign-in
  'slides.label': 'What this place is for',
  'slides.pause': 'Pause the slideshow',
  'slides.play': 'Play the slideshow',
  'slides.show': 'Show picture {number} of {total}',
  'slides.friendsTitle': 'Keep the thread with friends',
  'slides.friendsText': 'Follow the people you care about and read what they write, newest first.',
  'slides.momentsTitle': 'Hang up your moments',
  'slides.momentsText': 'Share a thought, a picture or ten. Decide for each who may answer.',
  'slides.talkTitle': 'Let a word become a conversation',
  'slides.talkText': 'Replies stay tied to what they answer, so nobody loses the thread.',

  // Terms of use
  'terms.error': 'The terms of use could not be loaded',
  'terms.backToFeed': 'Back to Feed',
  'terms.own':
    'What you post stays yours. Posting it lets {instance} show it to the people you chose.',
  'terms.lawful':
    'Post only what you may: nothing unlawful, and nothing that belongs to somebody else.',
  'terms.kind':
    'Treat people as people. No threats, no harassment, no pretending to be someone else.',
  'terms.private':
    'Your email address is never shown to others. Keep other people’s private details private too.',
  'terms.removal': 'Those who run {instance} may remove posts and accounts that break these terms.',
} as const;

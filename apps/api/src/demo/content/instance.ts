/** The rules of the demo. */
export const demoRules = [
  {
    title: 'Be kind',
    description: 'Disagree with what was said, not with who said it. No insults, no harassment.',
  },
  {
    title: 'No hate',
    description: 'Nobody is attacked for their origin, religion, gender, body or love.',
  },
  { title: 'No spam', description: 'Show what you make, but do not sell it to strangers.' },
  {
    title: 'Cover sensitive content',
    description: 'Use a content warning for spoilers, injuries and nudity.',
  },
  { title: 'Respect copyright', description: 'Name the author, or post only what is yours.' },
];

/** Shown once to each account. */
export const demoAnnouncement =
  'New here? Read the rules, follow people you find interesting, and say hello.';

/** Texts about the demo, in Markdown. */
export const demoPageTexts = {
  about: `## A place for people who make and repair things

This is a **demo** of Skein with made-up people. They repair radios, dye yarn, climb rocks and argue about maps.

- Threads can be read by everyone, unless their author has a private account.
- The feed is in chronological order. There are no ads.
- A question? Ask before you post, and [read how moderation works](https://skein.example/moderation).

## Who pays for this

Nobody. It runs on the computer on which you have started it.
`,
  privacy: `## What is stored

1. Your name, email address and password. The password is stored as a hash.
2. What you write and upload, and the accounts that you follow.
3. The devices on which you are signed in, with their last use.

## Who can see it

Your threads are public unless your account is private. Messages are visible to you and their receiver. If one of you reports a
message, administrators can read it.

## How to delete it

*Settings → Account* exports everything and deletes your account.
`,
};

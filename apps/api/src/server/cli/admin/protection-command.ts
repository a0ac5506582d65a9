import { updateProtection } from '@skein/contracts/moderation';
import type { ProtectionRules, SavedProtection } from '@skein/contracts/moderation';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import type { AdminArguments, AdminCommand } from './command.ts';
import { OperationError } from '../operation-error.ts';
import { readText } from './options.ts';

/** The rule of each option that turns it on or off. */
const toggles = {
  'limit-new-accounts': 'limitsNewAccounts',
  'reject-repeated-texts': 'rejectsRepeatedTexts',
  'limit-reported-accounts': 'limitsReportedAccounts',
} as const satisfies Record<string, keyof ProtectionRules>;

const toggleNames = Object.keys(toggles) as (keyof typeof toggles)[];

/** Lists the rules of the automatic protection, or changes those that are given as options. */
export const protectionCommand: AdminCommand = {
  name: 'protection',
  parameters: [],
  options: {
    ...Object.fromEntries(
      toggleNames.map((name) => [name, { type: 'string', description: 'true or false' } as const]),
    ),
    reporters: {
      type: 'string',
      description: 'the users who have to report an account until it is limited',
    },
    exclude: { type: 'string', description: 'a hashtag that does not trend from now on' },
    include: { type: 'string', description: 'a hashtag that can trend again' },
  },
  description: 'list the rules of the automatic protection, or change those given as options',
  async run({ moderation }, { options }) {
    const saved = await moderation.describeProtection();
    if (Object.values(options).every((option) => option === undefined)) return describe(saved);
    const { version } = saved;
    const rules = readChanges(saved.rules, options);
    const input = parseInput(updateProtection.body.schema, { version, rules });
    return describe(await moderation.updateProtection(commandLine, input));
  },
};

/** @throws OperationError */
function readChanges(
  { excludedHashtags }: ProtectionRules,
  options: AdminArguments['options'],
): Record<string, unknown> {
  const toggled = toggleNames.flatMap((name): [string, unknown][] => {
    const value = options[name];
    if (value === undefined) return [];
    if (value === 'true' || value === 'false') return [[toggles[name], value === 'true']];
    throw new OperationError(`--${name} must be true or false.`);
  });
  const { reporters, exclude, include } = options;
  const included = readText(include).replace(/^#/, '').toLowerCase();
  const kept = excludedHashtags.filter((tag) => tag !== included);
  return {
    ...Object.fromEntries(toggled),
    ...(reporters !== undefined && { reportersMin: Number(reporters) }),
    ...((exclude ?? include) !== undefined && {
      excludedHashtags: exclude === undefined ? kept : [...kept, exclude],
    }),
  };
}

function describe({ rules, limits }: SavedProtection): string[] {
  const rows = [
    ...toggleNames.map((name) => [name, String(rules[toggles[name]])]),
    ['reporters', String(rules.reportersMin)],
    ['excluded hashtags', rules.excludedHashtags.map((tag) => `#${tag}`).join(' ') || 'none'],
    ...limits.map(({ name, max, seconds }) => [name, `${max} in ${seconds} seconds`]),
  ];
  const width = Math.max(...rows.map(([label = '']) => label.length));
  return rows.map(([label = '', value = '']) => `${label.padEnd(width)}  ${value}`);
}

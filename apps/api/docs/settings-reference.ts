import { z } from 'zod';
import { settingGroups } from '../src/platform/config/env.ts';
import { getReference } from '../src/platform/config/fields.ts';

const lineLength = 110;

const introduction = `# All settings of a Skein server. All are optional: without any, \`npm start\` serves Skein at
# http://localhost:4000 with an embedded database. Copy this file to \`.env\` and uncomment what you need.
# Some values are examples. docs/settings.md lists the defaults, docs/install.md the settings of Docker Compose.
# \`npx pnpm --filter @skein/api docs:settings\` writes this file.`;

/** Variables that the image or docker-compose.yml sets. */
const setByCompose = new Set([
  'NODE_ENV',
  'PORT',
  'PUBLISHED_PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_PASSWORD_FILE',
  'JWT_SECRET_FILE',
]);

const groups = Object.values(settingGroups).map(({ title, fields }) => ({
  title,
  settings: Object.values<z.ZodType>(fields).map((schema) => ({
    ...getReference(schema),
    defaultValue: schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : '',
  })),
}));

type Setting = (typeof groups)[number]['settings'][number];

/** Replaces the tables in docs/settings.md. */
export function replaceTables(page: string): string {
  const tables = groups.map(({ title, settings }) => `### ${title}\n\n${toTable(settings)}`);
  const marks = ['<!-- settings:start -->', '<!-- settings:end -->'] as const;
  return replaceBetween(page, marks, `\n\n${tables.join('\n\n')}\n\n`);
}

/** Replaces the variables that docker-compose.yml passes to the container. */
export function replaceVariables(compose: string): string {
  const variables = groups
    .flatMap(({ settings }) => settings.map(({ variable }) => variable))
    .filter((variable) => !setByCompose.has(variable));
  const lines = variables.map((variable) => `      ${variable}:\n`);
  const marks = ['# settings:start\n', '      # settings:end'] as const;
  return replaceBetween(compose, marks, lines.join(''));
}

/** Returns the content of .env.example. */
export function writeExample(): string {
  const sections = groups.map(({ title, settings }) =>
    [`# --- ${title} ---`, ...settings.map(toExample)].join('\n\n'),
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function toExample({ variable, description, example, defaultValue }: Setting): string {
  const text = description.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || `${line} ${word}`.length > lineLength) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return [...lines, `# ${variable}=${example || defaultValue}`].join('\n');
}

/** @throws Error if the text lacks the marks */
function replaceBetween(
  text: string,
  [start, end]: readonly [start: string, end: string],
  content: string,
): string {
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`The file needs one ${start} and one ${end}`);
  }
  return [before, start, content, end, after].join('');
}

function toTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ variable, description, defaultValue }) => [
    `\`${variable}\``,
    defaultValue && `\`${defaultValue}\``,
    description,
  ]);
  const header = ['variable', 'default', 'meaning'];
  const widths = header.map((title, i) =>
    Math.max(...[header, ...rows].map((cells) => cells[i]?.length ?? title.length)),
  );
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(toLine).join('\n');
}

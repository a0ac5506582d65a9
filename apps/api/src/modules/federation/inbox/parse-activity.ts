import { isOwnFailure } from '../http-client/load-document.ts';
import type { Activity, Loaders } from '../fedify.ts';
import { listTypes, toId } from '../json-values.ts';

const typesMax = 10;

/** A verified document is no activity of its sender. */
export class InvalidActivity extends Error {}

interface ParsedActivity {
  activity: Activity;
  /** The id of the activity. */
  uri: string;
  objectUri: string | undefined;
}

/** @throws InvalidActivity; RateLimitedError */
export async function parseActivity(
  json: Readonly<Record<string, unknown>>,
  { actorUri, loaders }: { actorUri: string; loaders: Loaders },
): Promise<ParsedActivity> {
  const fedify = await import('../fedify.ts');
  try {
    const activity = await fedify.parseActivity(shortenActivity(json), loaders.contextLoader);
    const { id, actorId, objectId } = activity;
    if (actorId?.href === actorUri && id !== null) {
      return { activity, uri: id.href, objectUri: objectId?.href };
    }
  } catch (error) {
    if (isOwnFailure(error)) throw error;
    throw new InvalidActivity('It could not be parsed.', { cause: error });
  }
  throw new InvalidActivity('It has another actor.');
}

/**
 * The parts of an activity that handlers read in its parsed form. To expand thousands of others, such as tags, would
 * take long.
 */
function shortenActivity(json: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parts = {
    '@context': json['@context'],
    id: toId(json),
    type: listTypes(json).slice(0, typesMax),
    actor: toId(json['actor']),
    object: shortenObject(json['object']),
  };
  // Undefined values are no JSON.
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

/** An activity in another one, such as in an `Undo`, or the id of another object. */
function shortenObject(value: unknown): unknown {
  const object: unknown = Array.isArray(value) ? value[0] : value;
  const isActivity = typeof object === 'object' && object !== null && 'object' in object;
  return isActivity ? shortenActivity({ ...object }) : toId(object);
}

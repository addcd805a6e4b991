import type { KnownDifference } from './known.ts';
import type { BodyDifference, HeaderDifference, ResponseParity } from './report.ts';
import type { Excuse } from './responses.ts';

/** Known differences, and how often each was met. */
export class KnownDifferences {
  readonly counted: (KnownDifference & { count: number })[];

  constructor(entries: readonly KnownDifference[]) {
    this.counted = entries.map((entry) => ({ ...entry, count: 0 }));
  }

  /** Why a difference is wanted; undefined where it is not. */
  reasonFor(
    { list, ordering }: Pick<ResponseParity, 'list' | 'ordering'>,
    difference: BodyDifference | HeaderDifference,
  ): string | undefined {
    const entry = this.counted.find(
      (each) =>
        each.list === list &&
        (each.ordering === undefined || each.ordering === ordering) &&
        ('name' in difference ? isHeader(each, difference) : isOfBody(each, difference)),
    );
    if (entry) entry.count++;
    return entry?.reason;
  }
}

const isHeader = ({ header }: KnownDifference, { name }: HeaderDifference) =>
  header?.toLowerCase() === name.toLowerCase();

function isOfBody({ header, kind, id, key }: KnownDifference, difference: BodyDifference): boolean {
  if (header !== undefined || (kind !== undefined && kind !== difference.kind)) return false;
  if (id !== undefined && !('id' in difference && difference.id === id)) return false;
  if (key === undefined) return true;
  if (difference.kind !== 'changed') return false;
  const path = key.includes('[') ? difference.key : difference.key.replaceAll(/\[\d+\]/g, '');
  return path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
}

/** Why a difference does not count that the legacy system shows from itself. */
export const ITSELF = 'the legacy system itself changed it while it was asked';

/** What differs in the legacy system from one time to the next is no difference of ours; nor is what is known. */
export function excuseOf(noise: readonly ResponseParity[], known: KnownDifferences): Excuse {
  const noisy = new Set(
    noise.flatMap(({ file, differences }) => differences.map((each) => `${file} ${signature(each)}`)),
  );
  return (response, difference) => {
    const isNoise = !('name' in difference) && noisy.has(`${response.file} ${signature(difference)}`);
    return isNoise ? ITSELF : known.reasonFor(response, difference);
  };
}

/** What a difference is about: an element that comes on one side is one that goes on the other. */
export function signature(difference: BodyDifference | HeaderDifference): string {
  if ('name' in difference) return `header ${difference.name}`;
  const { kind } = difference;
  if (kind === 'changed') return `changed ${difference.id} ${difference.key}`;
  return kind === 'missing' || kind === 'surplus' ? `there ${difference.id}` : kind;
}

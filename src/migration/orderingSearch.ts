/** One way to sort a list: a key and a direction, and how the list as captured goes along with it. */
export interface SortColumn {
  /** As in the query: `title`, `-title`. */
  name: string;
  /** For each element its step from the one before: 1 onwards in this order, 0 a tie, -1 backwards. */
  steps: Int8Array;
}

/** What a search looks for. */
export interface OrderingSearch {
  /** How many elements the list has. */
  length: number;
  columns: SortColumn[];
  /** Orderings that are likely before any look at the data, the likeliest first; the first one is the list's own. */
  conventional: readonly string[];
  /** A key that the ordering has to name. */
  required?: string;
  /** Has the last word on an ordering that the steps allow. */
  accept?: (ordering: string) => boolean;
}

/** The ordering that explains a list best. */
export interface FoundOrdering {
  /** As in the query; empty when no ordering explains the list. */
  ordering: string;
  /** What is left unexplained plus what the ordering itself costs, in nats; comparable between searches of one list. */
  cost: number;
}

/*
 * The measure is the length of a description (in nats): a list of n elements in no order takes ln n! to write down; sorted by
 * a chain of keys only the order within its ties is left. So a key earns its place by the arrangements it rules out, and must
 * rule out more than there are keys to choose from. With few elements nearly every key fits by chance, and only an ordering
 * that is likely beforehand may win; with many an unlikely one can.
 */
const NO_ORDER = 2.5;
const CONVENTIONAL = 2.8;
const UNEXPECTED = 7;
const TIE_BREAK = 2;
const MAX_KEYS = 4;
/** A key that leaves more than this share of the arrangement unexplained does not make an order, however sure it is. */
const MAX_UNEXPLAINED = 0.9;

/**
 * Finds the chain of keys that explains why a list stands in the order it does.
 *
 * A chain explains a list when sorting by it changes nothing but the order within ties. Without elements to compare
 * (none, or one) there is nothing to find out, and the list's own ordering comes back.
 */
export function findOrdering(search: OrderingSearch): FoundOrdering {
  if (search.length < 2) return { ordering: search.conventional[0] ?? '', cost: 0 };
  const cost = search.required ? Number.POSITIVE_INFINITY : logFactorial(search.length) + NO_ORDER;
  const { required, accept } = search;
  const best: Best = { ordering: '', cost, required, accept };
  const columns = new Map(search.columns.map((column) => [column.name, column]));

  search.conventional.forEach((ordering, index) => {
    const left = unexplainedBy(ordering.split(','), columns, search.length);
    if (left !== undefined) consider(best, ordering, left + (index === 0 ? 0 : CONVENTIONAL + index / 1000));
  });
  const whole = new Int32Array(search.length);
  extend({ chain: [], groups: whole, price: UNEXPECTED }, search, best);
  for (const ordering of search.conventional) {
    const chain = ordering.split(',');
    const groups = groupsOf(chain, columns, search.length);
    const price = ordering === search.conventional[0] ? 0 : CONVENTIONAL;
    if (groups) extend({ chain, groups, price }, search, best);
  }
  return { ordering: best.ordering, cost: best.cost };
}

interface Best extends FoundOrdering, Pick<OrderingSearch, 'required' | 'accept'> {}

interface Chain {
  chain: string[];
  /** For every element the number of its tie; elements of one tie stand together. */
  groups: Int32Array;
  price: number;
}

function extend(from: Chain, search: OrderingSearch, best: Best): void {
  if (from.chain.length >= MAX_KEYS) return;
  const left = unexplained(from.groups);
  const choice = Math.log(search.columns.length);
  for (const { name, steps } of search.columns) {
    if (from.chain.some((used) => keyOf(used) === keyOf(name))) continue;
    const price = from.price + (keyOf(name) === 'id' && from.chain.length > 0 ? TIE_BREAK : choice);
    // Even if it explained all that is left it would cost more than what is known already.
    if (price >= best.cost) continue;
    const groups = refine(from.groups, steps);
    if (!groups) continue;
    const nowLeft = unexplained(groups);
    if (nowLeft >= left) continue;
    const chain = [...from.chain, name];
    if (nowLeft <= MAX_UNEXPLAINED * logFactorial(search.length))
      consider(best, chain.join(','), nowLeft + price);
    extend({ chain, groups, price }, search, best);
  }
}

function consider(best: Best, ordering: string, cost: number): void {
  if (cost >= best.cost) return;
  if (best.required && !ordering.split(',').some((name) => keyOf(name) === best.required)) return;
  if (best.accept && !best.accept(ordering)) return;
  best.ordering = ordering;
  best.cost = cost;
}

const keyOf = (name: string) => (name.startsWith('-') ? name.slice(1) : name);

function unexplainedBy(
  chain: string[],
  columns: Map<string, SortColumn>,
  length: number,
): number | undefined {
  const groups = groupsOf(chain, columns, length);
  return groups && unexplained(groups);
}

function groupsOf(chain: string[], columns: Map<string, SortColumn>, length: number): Int32Array | undefined {
  let groups: Int32Array | undefined = new Int32Array(length);
  for (const name of chain) {
    const column = columns.get(name);
    groups = column && groups && refine(groups, column.steps);
  }
  return groups;
}

/** The ties left after one more key; undefined when the list is not sorted by it. */
function refine(groups: Int32Array, steps: Int8Array): Int32Array | undefined {
  const refined = new Int32Array(groups.length);
  let group = 0;
  for (let at = 1; at < groups.length; at++) {
    const step = steps[at] ?? 0;
    const sameTie = groups[at] === groups[at - 1];
    if (sameTie && step < 0) return undefined;
    if (!sameTie || step > 0) group++;
    refined[at] = group;
  }
  return refined;
}

/** ln of the number of orders that the ties allow. */
function unexplained(groups: Int32Array): number {
  let sum = 0;
  for (let start = 0; start < groups.length; ) {
    let end = start + 1;
    while (end < groups.length && groups[end] === groups[start]) end++;
    sum += logFactorial(end - start);
    start = end;
  }
  return sum;
}

const logFactorials = [0, 0];

/** ln n! */
function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[n] ?? 0;
}

/** Captures in, settings out, each with its evidence. */
export {
  type BodyRow,
  bodyRows,
  type Comparison,
  compareRows,
  isSame,
} from './comparison.ts';
export {
  looseElement,
  type ReadList,
  type RefusedElement,
  readList,
} from './contents.ts';
export {
  collationsOf,
  discoverSettings,
  type FoundSettings,
} from './discoverSettings.ts';
export { type EmptyEvidence, keysWithEmptyFirst } from './empties.ts';
export type { OrderEvidence } from './explainDefault.ts';
export { type LinkedDocument, rankLinks } from './linkRanks.ts';
export { documentRows } from './linkRows.ts';
export { orderUnder, settledSettings } from './settledOrders.ts';

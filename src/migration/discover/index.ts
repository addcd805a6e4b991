/** Captures in, settings out, each with its evidence. */
export {
  type BodyRow,
  bodyRows,
  type Comparison,
  compareRows,
  isSame,
  looseElement,
} from './comparison.ts';
export {
  type Content,
  type ReadList,
  type ReadResponse,
  type RefusedElement,
  readList,
} from './contents.ts';
export {
  discoverSettings,
  type FoundListSettings,
  type FoundSettings,
} from './discoverSettings.ts';
export type { OrderEvidence } from './explainDefault.ts';
export { documentRows, type Link, type LinkOrder, linkOrders, linksOf } from './linkRows.ts';
export { orderUnder, settledSettings } from './settledOrders.ts';

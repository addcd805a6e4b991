export { orderUnder, settledSettings } from './plan/index.ts';

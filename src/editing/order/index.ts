/** Documents of a list, put into order by hand. */
export { orderEndpoint } from './endpoint.ts';
export { listByHand, orderOf } from './orderOf.ts';
export { newIntegers, newPositions, type Place } from './places.ts';
export { withOrder } from './withOrder.ts';

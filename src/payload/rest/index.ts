/** What the REST of the server adds to that of Payload. */
export { explainMistakes, isOverValues } from './explainMistakes.ts';

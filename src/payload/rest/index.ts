/** Error handling for Payload's REST. */
export { explainMistakes, isOverValues } from './explainMistakes.ts';

export { Refusal } from '../../src/payload/rest/Refusal.ts';

import type { CollectionBeforeOperationHook, Where } from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { editorOf } from '../portal/editor.ts';
import { fieldsWithRole } from '../portal/roles.ts';

/** In a filter by the name of who saved a document: the user who looks. Either word counts in both languages. */
export const ME = bilingual('εγώ', 'me');

const OPERATORS = ['equals', 'not_equals'];

/** Finds the documents that the user has saved, or the others, so that one filter suits all users. */
export const findOwn: CollectionBeforeOperationHook = ({ args, collection, req }) => {
  const { where } = args as { where?: Where };
  const [saved] = fieldsWithRole(collection.flattenedFields, 'edited_by');
  if (!where || !saved || !req.user) return args;
  return { ...args, where: resolved(where, saved.name, editorOf(req)) };
};

function resolved(where: Where, name: string, user: string | null): Where {
  const conditions = Object.entries(where).map(([key, value]) => {
    if (Array.isArray(value)) return [key, value.map((each) => resolved(each, name, user))];
    // Queries of versions have this prefix on all fields.
    if (key !== name && key !== `version.${name}`) return [key, value];
    const operands = Object.entries(value ?? {}).map(([operator, operand]) => [
      operator,
      OPERATORS.includes(operator) && [ME.el, ME.en].includes(String(operand)) ? user : operand,
    ]);
    return [key, Object.fromEntries(operands)];
  });
  return Object.fromEntries(conditions);
}

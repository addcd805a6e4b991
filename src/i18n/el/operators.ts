import type { DefaultTranslationsObject } from '@payloadcms/translations';

/** The verbs of a filter: "Τίτλος περιέχει …". */
export const operators = {
  contains: 'περιέχει',
  equals: 'είναι ίσο με',
  exists: 'υπάρχει',
  intersects: 'τέμνεται με',
  isGreaterThan: 'είναι μεγαλύτερο από',
  isGreaterThanOrEqualTo: 'είναι μεγαλύτερο ή ίσο με',
  isIn: 'είναι ένα από',
  isLessThan: 'είναι μικρότερο από',
  isLessThanOrEqualTo: 'είναι μικρότερο ή ίσο με',
  isLike: 'μοιάζει με',
  isNotEqualTo: 'δεν είναι ίσο με',
  isNotIn: 'δεν είναι κανένα από',
  isNotLike: 'δεν μοιάζει με',
  near: 'είναι κοντά σε',
  within: 'είναι μέσα σε',
} satisfies DefaultTranslationsObject['operators'];

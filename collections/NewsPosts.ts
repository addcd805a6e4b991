import type { CollectionConfig } from 'payload';
import { bilingual } from '../src/i18n/bilingual.ts';
import { dateField, modifiedField } from './fields/date.ts';
import {
  activeField,
  confirmedTranslationField,
  flagField,
  listedField,
  selectedField,
} from './fields/flags.ts';
import { whereUsedField } from './fields/formAids.ts';
import { htmlText } from './fields/htmlText.ts';
import { imageField, keptJson } from './fields/image.ts';
import { integer } from './fields/number.ts';
import { referenceField, referencesField } from './fields/reference.ts';
import { slugField } from './fields/slug.ts';
import { textareaField, titleField } from './fields/text.ts';
import { listCollection } from './listCollection.ts';
import { portalOf } from './portal/portal.ts';
import { leaveRelated } from './save/leaveRelated.ts';

/** News posts. A post embeds its category and its related posts whole. */
export const NewsPosts: CollectionConfig = listCollection({
  slug: 'news-posts',
  labels: { singular: bilingual('Νέο', 'News post'), plural: bilingual('Νέα', 'News posts') },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', '_status', 'created_timestamp', 'category', 'api_id'],
  },
  defaultSort: '-created_timestamp',
  hooks: { afterDelete: [leaveRelated] },
  fields: [
    titleField(),
    textareaField({
      name: 'excerpt',
      label: bilingual('Περίληψη', 'Excerpt'),
      description: bilingual('Η πύλη τη δείχνει στις λίστες νέων.', 'The portal shows it in lists of news.'),
    }),
    ...htmlText({ name: 'content', label: bilingual('Κείμενο', 'Content') }),
    ...referenceField({
      name: 'category',
      to: 'news-categories',
      label: bilingual('Κατηγορία', 'Category'),
      description: bilingual(
        'Απαραίτητη για κάθε νέο που βρίσκεται στη λίστα. Πρέπει να είναι δημοσιευμένη.',
        'Needed for every post in the list. It must be published.',
      ),
      required: bilingual('Επιλέξτε μια κατηγορία.', 'Choose a category.'),
    }),
    referencesField({
      name: 'related',
      to: 'news-posts',
      label: bilingual('Σχετικά νέα', 'Related posts'),
      description: bilingual(
        'Με αυτή τη σειρά. Όσα δεν είναι δημοσιευμένα παραλείπονται.',
        'In this order. Posts that are not published are left out.',
      ),
    }),
    ...imageField({
      name: 'post_image',
      label: bilingual('Εικόνα', 'Image'),
      description: bilingual('Η μεγάλη εικόνα του νέου.', 'The large image of the post.'),
    }),
    ...imageField({
      name: 'post_thumbnail',
      label: bilingual('Μικρογραφία', 'Thumbnail'),
      description: bilingual('Η μικρή εικόνα στις λίστες νέων.', 'The small image in lists of news.'),
    }),
    keptJson({
      name: 'files',
      label: bilingual('Αρχεία (τιμή του παλιού συστήματος)', 'Files (value of the legacy system)'),
      description: bilingual('Δίνεται στην πύλη όπως ήρθε.', 'Handed to the portal as it came.'),
    }),
    ...dateField({
      name: 'created_timestamp',
      label: bilingual('Ημερομηνία', 'Date'),
      description: bilingual(
        'Η πύλη δείχνει και συνήθως ταξινομεί τα νέα κατά αυτή την ημερομηνία.',
        'The portal shows this date and usually sorts the news by it.',
      ),
      sidebar: true,
    }),
    modifiedField({
      name: 'modified_timestamp',
      label: bilingual('Ώρα αλλαγής στην πύλη', 'Modified, on the portal'),
    }),
    integer({
      name: 'author',
      label: bilingual('Συντάκτης (αριθμός)', 'Author (number)'),
      required: true,
      defaultValue: ({ req, user }) => portalOf(req.payload.config).author({ user }) ?? undefined,
      description: bilingual(
        'Ο αριθμός του συντάκτη στην πύλη. Προτείνεται ο δικός σας.',
        'The number of the author on the portal. Yours is suggested.',
      ),
    }),
    slugField(),
    activeField(),
    flagField({
      name: 'featured_post',
      label: bilingual('Προβεβλημένο', 'Featured'),
      description: bilingual(
        'Η πύλη το προβάλλει στην αρχική σελίδα.',
        'The portal gives it prominence on the front page.',
      ),
    }),
    listedField(bilingual('ως σχετικό άλλων νέων', 'as a related post of others')),
    confirmedTranslationField(),
    selectedField(),
    whereUsedField(),
  ],
});

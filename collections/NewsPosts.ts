import type { CollectionConfig } from 'payload';
import { activeField, confirmedTranslationField, listedField, selectedField } from './fields/flags.ts';
import { hidden } from './fields/hidden.ts';
import { htmlText } from './fields/htmlText.ts';
import { imageField, keptJson } from './fields/image.ts';
import { integer } from './fields/integer.ts';
import { bilingual, speak } from './fields/labels.ts';
import { relationshipCell } from './fields/relationshipCell.ts';
import { custom } from './fields/roles.ts';
import { slugField, textareaField, titleField } from './fields/text.ts';
import { leaveRelated } from './hooks/leaveRelated.ts';
import { listCollection } from './listCollection.ts';
import { portalOf } from './portal.ts';

/** News posts. A post embeds its category and its related posts whole. */
export const NewsPosts: CollectionConfig = listCollection({
  slug: 'news-posts',
  labels: { singular: bilingual('Νέο', 'News post'), plural: bilingual('Νέα', 'News posts') },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'category', 'created_timestamp', 'api_id', '_status'],
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
    {
      name: 'category',
      type: 'relationship',
      relationTo: 'news-categories',
      custom: custom({ role: 'reference', last: 'category_last', by: ['api_id'] }),
      label: bilingual('Κατηγορία', 'Category'),
      admin: {
        components: relationshipCell,
        description: bilingual(
          'Απαραίτητη για κάθε νέο που βρίσκεται στη λίστα. Πρέπει να είναι δημοσιευμένη.',
          'Needed for every post in the list. It must be published.',
        ),
      },
      validate: (value: unknown, { data, req }: { data: object; req: { i18n: { language: string } } }) => {
        if (value || (data as { listed?: boolean | null }).listed === false) return true;
        return speak(bilingual('Επιλέξτε μια κατηγορία.', 'Choose a category.'), req.i18n.language);
      },
    },
    hidden({ name: 'category_last', type: 'text' }),
    {
      name: 'related',
      type: 'relationship',
      relationTo: 'news-posts',
      hasMany: true,
      label: bilingual('Σχετικά νέα', 'Related posts'),
      admin: {
        components: relationshipCell,
        description: bilingual(
          'Με αυτή τη σειρά. Όσα δεν είναι δημοσιευμένα παραλείπονται.',
          'In this order. Posts that are not published are left out.',
        ),
      },
    },
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
    {
      name: 'created_timestamp',
      type: 'date',
      custom: custom({ role: 'date', exact: 'created_timestamp_exact' }),
      defaultValue: () => new Date().toISOString(),
      label: bilingual('Ημερομηνία', 'Date'),
      hooks: { beforeDuplicate: [() => new Date().toISOString()] },
      admin: {
        position: 'sidebar',
        date: { pickerAppearance: 'dayAndTime', displayFormat: 'dd/MM/yyyy HH:mm' },
        description: bilingual(
          'Η πύλη δείχνει και συνήθως ταξινομεί τα νέα κατά αυτή την ημερομηνία.',
          'The portal shows this date and usually sorts the news by it.',
        ),
      },
      validate: (value: unknown, { req }: { req: { i18n: { language: string } } }) => {
        if (value) return true;
        return speak(bilingual('Επιλέξτε ημερομηνία.', 'Choose a date.'), req.i18n.language);
      },
    },
    hidden({ name: 'created_timestamp_exact', type: 'text' }),
    {
      name: 'modified_timestamp',
      type: 'text',
      custom: custom({ role: 'modified' }),
      label: bilingual('Ώρα αλλαγής στην πύλη', 'Modified, on the portal'),
      admin: {
        position: 'sidebar',
        readOnly: true,
        description: bilingual(
          'Ορίζεται όταν δημοσιεύεται μια αλλαγή (ώρα UTC).',
          'Set when a change is published (UTC).',
        ),
      },
    },
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
    {
      name: 'featured_post',
      type: 'checkbox',
      defaultValue: false,
      label: bilingual('Προβεβλημένο', 'Featured'),
      admin: {
        position: 'sidebar',
        description: bilingual(
          'Η πύλη το προβάλλει στην αρχική σελίδα.',
          'The portal gives it prominence on the front page.',
        ),
      },
    },
    listedField(bilingual('ως σχετικό άλλων νέων', 'as a related post of others')),
    confirmedTranslationField(),
    selectedField(),
  ],
});

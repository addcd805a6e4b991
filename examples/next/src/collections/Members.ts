import type { CollectionConfig } from 'payload';

/** Everybody who signs in: customers of the site, the press office, and the people who run it. */
export const Members: CollectionConfig = {
  slug: 'members',
  auth: true,
  admin: { useAsTitle: 'email' },
  access: { admin: ({ req }) => req.user?.role !== 'customer' },
  fields: [
    {
      name: 'role',
      type: 'select',
      options: ['customer', 'press', 'it'],
      defaultValue: 'customer',
      required: true,
      saveToJWT: true,
    },
    { name: 'employeeNumber', type: 'number' },
  ],
};

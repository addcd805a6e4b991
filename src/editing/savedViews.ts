import type { Access, CollectionBeforeDeleteHook, Config, LabelFunction, PayloadRequest } from 'payload';
import { may } from '../../collections/policies/may.ts';
import { refuseOtherAccount } from '../../collections/save/base.ts';
import { type Bilingual, bilingual, translate } from '../payload/i18n/bilingual.ts';

type QueryPresets = NonNullable<Config['queryPresets']>;
type Constraint = NonNullable<QueryPresets['constraints']['update']>[number];
type FilterConstraints = NonNullable<QueryPresets['filterConstraints']>;

/** Who may change a view: only admins. */
const BY_ADMINS = 'admins';

const LABELS = { singular: bilingual('Προβολή', 'View'), plural: bilingual('Προβολές', 'Views') };

/** A function, since Payload's buttons write an object as it is. */
const inLanguage =
  (text: Bilingual): LabelFunction =>
  ({ i18n }) =>
    translate(text, i18n.language);

/** Whether a user may say that such users read, change or delete a view. */
function mayChoose(req: PayloadRequest, constraint: string): boolean | Promise<boolean> {
  if (constraint === 'everyone') return may.shareViews(req);
  if (constraint === 'specificUsers') return may.nameUsersOfViews(req);
  return constraint !== BY_ADMINS || may.manageViews(req);
}

/** Payload does not wait for it: where rights are looked up, all options are offered, and a save is refused. */
const offered: FilterConstraints = ({ options, req }) =>
  options.filter((each) => mayChoose(req, typeof each === 'string' ? each : each.value) !== false);

/**
 * Payload's query presets as saved views: everybody who may use the admin saves own ones, editors share them, admins say who
 * may change them. What a host has set takes precedence.
 */
export function savedViews(host?: QueryPresets): QueryPresets {
  const byAdmins = {
    value: BY_ADMINS,
    // Payload translates it, as it does the labels of all options.
    label: bilingual('Διαχειριστές', 'Admins') as unknown as string,
    access: ({ req }) => may.manageViews(req),
  } satisfies Constraint;

  const use: Access = ({ req }) => {
    refuseOtherAccount(req);
    return may.saveViews(req);
  };
  const save: Access = async ({ data, req }) => {
    if (!(await use({ req }))) return false;
    for (const constraint of constraintsOf(data)) if (!(await mayChoose(req, constraint))) return false;
    return true;
  };

  return {
    labels: { singular: inLanguage(LABELS.singular), plural: inLanguage(LABELS.plural) },
    filterConstraints: offered,
    ...host,
    access: { create: save, delete: use, read: use, update: save, ...host?.access },
    constraints: {
      ...host?.constraints,
      delete: [...(host?.constraints.delete ?? []), byAdmins],
      update: [...(host?.constraints.update ?? []), byAdmins],
    },
  };
}

/** Who may read, change and delete a view, as far as the data says. */
function constraintsOf(data: PayloadRequest['data']): string[] {
  const said = Object.values((data?.access ?? {}) as Record<string, { constraint?: unknown } | null>);
  return said.flatMap((each) => (each?.constraint ? [String(each.constraint)] : []));
}

/** Payload's collection of views. */
const VIEWS = 'payload-query-presets';

const OPERATIONS = ['read', 'update', 'delete'] as const;

interface View {
  id: number | string;
  access: Record<(typeof OPERATIONS)[number], { constraint?: string; users?: unknown[] } | null | undefined>;
}

/** Views that only a deleted account could read go with it; what only it could change, admins can. */
export const leaveViews: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const { collections, db } = req.payload;
  if (!(VIEWS in collections)) return;
  const own = { or: OPERATIONS.map((each) => ({ [`access.${each}.users`]: { in: [id] } })) };
  const found = { collection: VIEWS, limit: 0, pagination: false, req, where: own };
  for (const view of (await db.find<View>(found)).docs) {
    const rights = OPERATIONS.map((each) => {
      const { constraint = '', users = [] } = view.access[each] ?? {};
      const others = users.filter((user) => String(user) !== String(id));
      const isLeft = others.length > 0 || !['onlyMe', 'specificUsers'].includes(constraint);
      return [each, { constraint: isLeft ? constraint : BY_ADMINS, users: others }] as const;
    });
    const isRead = rights[0]?.[1].constraint !== BY_ADMINS;
    const which = { collection: VIEWS, req, where: { id: { equals: view.id } } };
    // SQL wants the whole row where it has relationships.
    if (isRead) await db.updateOne({ ...which, data: { ...view, access: Object.fromEntries(rights) } });
    else await db.deleteOne(which);
  }
};

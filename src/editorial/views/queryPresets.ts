import type { Access, Config, LabelFunction, PayloadRequest } from 'payload';
import type { Portal } from '../../../collections/portal/portal.ts';
import { type Bilingual, bilingual, speak } from '../../i18n/bilingual.ts';

type QueryPresets = NonNullable<Config['queryPresets']>;
type Constraint = NonNullable<QueryPresets['constraints']['update']>[number];
type FilterConstraints = NonNullable<QueryPresets['filterConstraints']>;

/** Who may change a view: only admins. */
export const BY_ADMINS = 'admins';

const VIEW = bilingual('Προβολή', 'View');
const VIEWS = bilingual('Προβολές', 'Views');

/** A function, since Payload's buttons write an object as it is. */
const inLanguage =
  (text: Bilingual): LabelFunction =>
  ({ i18n }) =>
    speak(text, i18n.language);

interface Rights {
  isAdmin: boolean;
  isEditor: boolean;
}

/**
 * Payload's query presets as saved views: everybody who may use the admin saves own ones, editors share them, admins say who
 * may change them. What a host has set takes precedence.
 */
export function savedViews({ access, users }: Portal, host?: QueryPresets): QueryPresets {
  const byAdmins = {
    value: BY_ADMINS,
    // Payload translates it, as it does the labels of all options.
    label: bilingual('Διαχειριστές', 'Admins') as unknown as string,
    access: ({ req }) => access.isAdmin({ req }),
  } satisfies Constraint;

  /** Constraints that a user may not choose. */
  const withheld = ({ isAdmin, isEditor }: Rights): string[] => [
    ...(isEditor ? [] : ['everyone']),
    // Of the plugin's own users, only admins see the others.
    ...(isAdmin ? [] : [BY_ADMINS, ...(users === undefined ? [] : ['specificUsers'])]),
  ];

  const use: Access = ({ req: { payload, user } }) => user?.collection === payload.config.admin.user;
  const save: Access = async (args) => {
    // Ids of other users may be the same, and views name users by their ids only.
    if (!(await use(args))) return false;
    const { data, req } = args;
    const rights = { isAdmin: await access.isAdmin({ req }), isEditor: await access.isEditor({ req }) };
    const refused = withheld(rights);
    return !constraintsOf(data).some((each) => refused.includes(each));
  };

  // Payload does not wait for it: where rights are looked up, all options are offered, and `save` decides.
  const offer: FilterConstraints = ({ options, req }) => {
    const [isAdmin, isEditor] = [access.isAdmin({ req }), access.isEditor({ req })];
    if (typeof isAdmin !== 'boolean' || typeof isEditor !== 'boolean') return options;
    const refused = withheld({ isAdmin, isEditor });
    return options.filter((each) => !refused.includes(typeof each === 'string' ? each : each.value));
  };

  return {
    labels: { singular: inLanguage(VIEW), plural: inLanguage(VIEWS) },
    filterConstraints: offer,
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

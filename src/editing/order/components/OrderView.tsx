import { getTranslation } from '@payloadcms/translations';
import { Button, Gutter, SetStepNav } from '@payloadcms/ui';
import {
  type AdminViewServerProps,
  APIError,
  type BeforeListTableServerProps,
  createLocalReq,
} from 'payload';
import { formatAdminURL } from 'payload/shared';
import { may } from '../../../../collections/policies/may.ts';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { Opened } from '../../base/opened.tsx';
import { OrderButton, OrderList } from '../../onDemand.tsx';
import { byHandOf, type Group, groupsBy, orderOf } from '../orderOf.ts';

const TITLE = bilingual('Σειρά', 'Order');
const NO_RIGHT = bilingual(
  'Τη σειρά την αλλάζει όποιος δημοσιεύει.',
  'Only those who publish may change the order.',
);
const SERVICE = bilingual(
  'Αριθμός υπηρεσίας, ή λέξεις από έναν σύνδεσμό της',
  'Number of the service, or words of one of its links',
);
const GROUP = bilingual('Υπηρεσία', 'Service');
const SHOW = bilingual('Εμφάνιση', 'Show');
const NONE = bilingual('Δεν βρέθηκε τίποτα.', 'Nothing found.');

type Translate = (text: Bilingual) => string;

/** The page on which the documents of a list are put into order by hand. */
export async function OrderView({ initPageResult, searchParams }: AdminViewServerProps) {
  const { collectionConfig, req } = initPageResult;
  const byHand = collectionConfig && byHandOf(req, collectionConfig.slug);
  if (!collectionConfig || !byHand) return null;
  const { i18n, payload } = req;
  const t = (text: Bilingual) => translate(text, i18n.language);
  const { within: field } = byHand;
  const typed = typeof searchParams?.within === 'string' ? searchParams.within.trim() : '';
  const isNumber = /^\d{1,15}$/.test(typed);
  const within = field !== undefined && isNumber ? Number(typed) : undefined;
  const read = async (number: number | undefined) =>
    (await may.order(req)) ? orderOf(req, collectionConfig, number).catch(refused) : t(NO_RIGHT);
  const order = field === undefined || isNumber ? await read(within) : undefined;
  const groups =
    field !== undefined && typed !== '' && !isNumber
      ? await groupsBy(req, collectionConfig, field, typed).catch(refused)
      : undefined;
  const path: `/${string}` = `/collections/${collectionConfig.slug}`;
  const url = formatAdminURL({ adminRoute: payload.config.routes.admin, path });
  const label = getTranslation(collectionConfig.labels.plural, i18n);
  return (
    <main>
      <Gutter className="portal-order">
        <Opened {...(req.user && { user: req.user })} />
        <SetStepNav nav={[{ label, url }, { label: t(TITLE) }]} />
        <style href="portal-content-order-view" precedence="default">
          {STYLES}
        </style>
        <h1>
          {label}: {t(TITLE)}
        </h1>
        {field !== undefined && <GroupForm t={t} typed={typed} />}
        {groups !== undefined && <Found groups={groups} t={t} />}
        {typeof order === 'string' && <p role="alert">{order}</p>}
        {typeof order === 'object' && order.documents.length === 0 && <p>{t(NONE)}</p>}
        {typeof order === 'object' && order.documents.length > 0 && (
          <OrderList
            documents={order.documents.map(({ id, isPublished, title }) => ({
              id: String(id),
              isPublished,
              title,
            }))}
            path={`/portal-order/${collectionConfig.slug}${within === undefined ? '' : `?within=${within}`}`}
            state={order.state}
          />
        )}
      </Gutter>
    </main>
  );
}

/** Why something cannot be shown, in words. @throws what is no refusal */
function refused(error: unknown): string {
  if (error instanceof APIError && error.status < 500) return error.message;
  throw error;
}

/** The form that chooses a group: by its number, or by words of a document in it. */
function GroupForm({ t, typed }: { t: Translate; typed: string }) {
  return (
    <form className="portal-order__group" method="get">
      <div className="field-type text">
        <label className="field-label" htmlFor="order-within">
          {t(SERVICE)}
        </label>
        <input defaultValue={typed} id="order-within" maxLength={100} name="within" required />
      </div>
      <Button buttonStyle="secondary" margin={false} size="medium" type="submit">
        {t(SHOW)}
      </Button>
    </form>
  );
}

function Found({ groups, t }: { groups: Group[] | string; t: Translate }) {
  if (typeof groups === 'string') return <p role="alert">{groups}</p>;
  if (groups.length === 0) return <p role="status">{t(NONE)}</p>;
  return (
    <ul className="portal-order__groups">
      {groups.map(({ titles, value }) => (
        <li key={value}>
          <a href={`?within=${value}`}>
            {t(GROUP)} {value}
          </a>
          : {titles.join(' · ')}
        </li>
      ))}
    </ul>
  );
}

const STYLES = `
.portal-order { display: grid; gap: calc(var(--base) / 2); align-content: start; }
.portal-order p { margin: 0; }
.portal-order__group { display: flex; flex-wrap: wrap; align-items: flex-end; gap: calc(var(--base) / 2); }
.portal-order__group .field-type { flex: 0 1 32rem; margin: 0; }
.portal-order__group button { min-height: 40px; }
.portal-order__groups { display: grid; gap: 4px; margin: 0; padding-inline-start: 1.2rem; overflow-wrap: anywhere; }
.portal-order__groups a { display: inline-block; padding-block: 4px; }
`;

/** Over a list: the way to the page on which its documents are put into order, for whoever may do that. */
export async function OrderLink({ i18n, payload, user }: BeforeListTableServerProps) {
  const req = await createLocalReq({ user, req: { i18n } } as never, payload);
  return (await may.order(req)) ? <OrderButton /> : null;
}

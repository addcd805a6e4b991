import type { ServerProps } from 'payload';
import { FormAids as Aids, SaveBase as Base, Opener } from '../onDemand.tsx';

/** Only the server knows it: the page may have been opened by another account, before this one signed in in another tab. */
const openerOf = ({ user }: Pick<ServerProps, 'user'>) =>
  user ? { collection: user.collection, id: user.id } : undefined;

/** The plugin's additions to a form, which belongs to the account that has opened it. */
export const FormAids = (props: ServerProps) => <Aids opener={openerOf(props)} />;

/** The same for a form of a host's own. */
export const SaveBase = (props: ServerProps) => <Base opener={openerOf(props)} />;

/** The same for a list, and for the page of its order: what is done there to documents. */
export const Opened = (props: Pick<ServerProps, 'user'>) => <Opener opener={openerOf(props)} />;

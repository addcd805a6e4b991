import { type BeforeListTableServerProps, createLocalReq } from 'payload';
import { may } from '../../../../collections/policies/may.ts';
import { OrderButton } from './OrderButton.tsx';

/** Over a list: the way to the page on which its documents are put into order, for whoever may do that. */
export async function OrderLink({ i18n, payload, user }: BeforeListTableServerProps) {
  const req = await createLocalReq({ user, req: { i18n } } as never, payload);
  return (await may.order(req)) ? <OrderButton /> : null;
}

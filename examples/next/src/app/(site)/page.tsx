import config from '@payload-config';
import { getPayload } from 'payload';

export const dynamic = 'force-dynamic';

export default async function Home() {
  const payload = await getPayload({ config });
  const { docs } = await payload.find({ collection: 'pages', locale: 'el', limit: 10 });
  return (
    <ul>
      {docs.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}

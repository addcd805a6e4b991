import type { I18nClient } from '@payloadcms/translations';
import { createLocalReq, type ServerProps } from 'payload';
import { dashboardData } from './dashboardData.ts';
import { columnsOf, NOTE_STYLE, Panel } from './Panel.tsx';
import { panelsOf } from './panels.ts';
import { formatterOf, WORDS } from './words.ts';

/** The first page of the admin: the state of the portal, drafts and plans. */
export async function Dashboard({ i18n, payload, user }: ServerProps) {
  if (!user) return null;
  const req = await createLocalReq({ user, req: { i18n } } as never, payload);
  const data = await dashboardData(req);
  if (!data) return null;
  const words = formatterOf(payload, i18n as I18nClient);
  const { first, others } = panelsOf(data, words);
  return (
    <div
      className="portal-dashboard"
      style={{ display: 'grid', gap: 'var(--base)', marginBlockEnd: 'calc(var(--base) * 2)' }}
    >
      <style href="portal-content-dashboard" precedence="default">
        {STYLES}
      </style>
      <h1 style={{ fontSize: '2.2rem', margin: 0 }}>{words.say(WORDS.dashboard)}</h1>
      {first.map((panel) => (
        <Panel key={panel.heading} {...panel} />
      ))}
      <div style={{ ...columnsOf('20rem'), gap: 'var(--base)' }}>
        {others.map((panel) => (
          <Panel key={panel.heading} {...panel} />
        ))}
      </div>
      <div style={NOTE_STYLE}>
        {words.say(WORDS.times)} {words.zone}.
      </div>
    </div>
  );
}

/** Payload's cards in line with the panels, and their headings no larger than that of the page. Its CSS layers have lower precedence. */
const STYLES = `
.portal-dashboard ~ * .modular-dashboard { margin-inline: -6px; }
.portal-dashboard ~ * .collections h2 { font-size: 1.4rem; }
`;

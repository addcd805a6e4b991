// Short lines leave room for the other columns of a list.
const STYLE = { color: 'var(--theme-error-600)', fontWeight: 600, maxWidth: '26rem' };

/** What of that which is planned for a document has failed or is going to, and why. */
export function Alerts({ alerts }: { alerts: readonly string[] }) {
  return alerts.map((alert) => (
    <div className="portal-alert" key={alert} style={STYLE}>
      ⚠ {alert}
    </div>
  ));
}

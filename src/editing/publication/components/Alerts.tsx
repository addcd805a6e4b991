// Limited, so that other columns of a list view have space.
const STYLE = { color: 'var(--theme-error-600)', fontWeight: 600, maxWidth: '26rem' };

/** Planned changes of a document that have failed or will, with the reason. */
export function Alerts({ alerts }: { alerts: readonly string[] }) {
  return alerts.map((alert) => (
    <div className="portal-alert" key={alert} style={STYLE}>
      ⚠ {alert}
    </div>
  ));
}

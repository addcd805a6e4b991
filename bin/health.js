/** The health check of a container: ends with 0 if the server of this machine has lists to serve (docs/operations.md, Health). */
const { HOST, PORT } = process.env;
const everywhere = ['', '0.0.0.0', '::'];
const host = everywhere.includes(HOST ?? '') ? '127.0.0.1' : HOST?.includes(':') ? `[${HOST}]` : HOST;
try {
  const response = await fetch(`http://${host}:${PORT || 3000}/readyz`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(error.cause?.message ?? error.message);
  process.exitCode = 1;
}

/** A cms for the tests of those who run it: does what the environment variable ROLE says. */
const role = process.env.ROLE;
const say = (message, then) => process.send(message, then);

process.on('SIGTERM', () => {});
process.on('message', (message) => {
  if (message.type === 'stop' && role !== 'deaf') process.exit(0);
});
process.on('disconnect', () => process.exit(0));

if (role === 'misconfigured') say({ type: 'misconfigured', message: 'PORT is wrong' }, () => process.exit(1));
else if (role === 'crash') process.exit(3);
else {
  setInterval(say, 500, { type: 'pulse' });
  say({ type: 'source' });
  setTimeout(say, role === 'slow' ? 3000 : 0, { type: 'listening' });
}

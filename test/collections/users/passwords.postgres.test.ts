import { expect, it } from 'vitest';
import { local } from '../../support/content.ts';
import { startPayload } from '../../support/payload.ts';
import { signedIn } from '../../support/rest.ts';

// The two saves may hold both connections.
it('users change their passwords at once where saves hold every connection', async () => {
  const payload = await startPayload({ postgres: { connections: 2 } });
  const password = 'a long password';
  const changes = await Promise.all(
    [1, 2].map(async (n) => {
      const user = { email: `user-${n}@portal.example`, password };
      const { id } = await local(payload).create('users', { ...user, roles: ['editor'] });
      const own = await signedIn(payload, user);
      return () => own('PATCH', `users/${id}`, { password: 'the next one', currentPassword: password });
    }),
  );
  const answers = await Promise.all(changes.map((change) => change()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

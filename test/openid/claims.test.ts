import { expect, it } from 'vitest';
import { personOf } from '../../src/openid/claims.ts';

const OPTIONS = {
  issuer: 'https://id.portal.example',
  clientId: 'portal',
  clientSecret: 'secret',
  roles: { staff: 'editor', boss: 'admin', '1001': 'author' },
} as const;

const rolesOf = (rolesClaim: string, ...sources: Record<string, unknown>[]) =>
  personOf({ ...OPTIONS, rolesClaim }, sources).roles;

it.each<[string, unknown, string[]]>([
  ['realm_access.roles', { realm_access: { roles: ['boss', 'x'] } }, ['admin']],
  ['resource_access.my.portal.roles', { resource_access: { 'my.portal': { roles: ['staff'] } } }, ['editor']],
  ['https://portal.example/roles', { 'https://portal.example/roles': 'staff' }, ['editor']],
  ['groups', { groups: [1001] }, ['author']],
  ['groups', { groups: [{ name: 'boss' }, true, null] }, []],
  ['realm_access.roles', { realm_access: 'boss' }, []],
  ['realm_access.roles', { realm_access: null }, []],
  ['roles.length', { roles: ['boss'] }, []],
  ['roles', { roles: 'staff' }, ['editor']],
  ['roles', { roles: ['staff', 'others', 'boss'] }, ['admin', 'editor']],
  ['roles', { roles: { boss: true } }, []],
  ['roles', { roles: [['boss']] }, []],
  ['roles', { roles: ['__proto__', 'constructor'] }, []],
  ['roles', { roles: 'boss,staff' }, []],
  ['roles', { roles: 'BOSS' }, []],
  ['roles', { roles: null }, []],
  ['__proto__.roles', {}, []],
  ['constructor', {}, []],
])('%s of %j', (claim, claims, expected) => {
  expect(rolesOf(claim, claims as Record<string, unknown>)).toEqual(expected);
});

it('the ID token decides where it has the claim, and the user information otherwise', () => {
  expect(rolesOf('roles', { roles: [] }, { roles: ['boss'] })).toEqual([]);
  expect(rolesOf('roles', { sub: 'x' }, { roles: ['boss'] })).toEqual(['admin']);
});

it('an address is verified by what says so of that address', () => {
  const emailOf = (...sources: Record<string, unknown>[]) => personOf(OPTIONS, sources).email;
  const [own, other] = ['own@portal.example', 'boss@portal.example'];
  expect(emailOf({ email: own, email_verified: true })).toBe(own);
  expect(emailOf({ email: own, xms_edov: true })).toBe(own);
  expect(emailOf({ email: other }, { email: own, email_verified: true })).toBe(own);
  expect(emailOf({ email: other }, { email_verified: true })).toBeUndefined();
  expect(
    emailOf({ email: other, email_verified: false }, { email: other, email_verified: true }),
  ).toBeUndefined();
  expect(emailOf({ email: other, email_verified: false, xms_edov: true })).toBeUndefined();
  expect(emailOf({ email: 'bo\u017fs@portal.example', email_verified: true })).toBeUndefined();
});

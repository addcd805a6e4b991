/** Licences of packages whose package.json names none, from their own licence files. */
const UNNAMED = { 'mongoose-lean-virtuals': 'Apache-2.0' };

/** What may be installed beside a package under MIT: permissive, or, as libvips, a library of its own. */
const ALLOWED =
  /^(?:0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC-BY-4\.0|CC0-1\.0|ISC|LGPL-3\.0-or-later|MIT|MIT-0|Python-2\.0|Unlicense|Zlib)$/;

/**
 * The licences of a CycloneDX bill of materials, in its order.
 *
 * @returns {{ name: string, version: string, licence: string }[]} `licence` is an SPDX expression, or empty
 */
export function licencesOf({ components }) {
  return components.map(({ name, version, licenses = [] }) => ({
    name,
    version,
    licence:
      licenses.map(({ expression, license }) => expression ?? license.id ?? license.name).join(' AND ') ||
      (UNNAMED[name] ?? ''),
  }));
}

/** A line for each package without a licence, or with one that is not allowed. Of an OR one is enough. */
export function refusedLicences(licences) {
  const isAllowed = (licence) =>
    licence
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((each) => ALLOWED.test(each)));
  return licences
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence || 'none'}`);
}

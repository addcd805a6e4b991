/**
 * Ends the process on a Node that is too old, with one line. The programs of this folder import it first, before what such a
 * Node cannot load. `engines` in package.json says the same.
 */
const [major, minor] = process.versions.node.split('.').map(Number);
const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
if (!fits) {
  console.error(
    `This needs Node 20.19 or later, 22.12 or later, or 24 or later, and this is Node ${process.versions.node} (${process.execPath}).`,
  );
  process.exit(1);
}

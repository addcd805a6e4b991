// node download-mongod.mjs FOLDER: has mongodb-memory-server download a MongoDB into FOLDER and prints where it is.
// Plain JavaScript, because it runs in a process of its own and must start on every supported Node.
import { MongoBinary } from 'mongodb-memory-server-core';

try {
  const binary = await MongoBinary.getPath({ downloadDir: process.argv[2] });
  console.log(`\nmongod at ${binary}`);
} catch (error) {
  console.error(String(error).replaceAll(/\s+/g, ' '));
  process.exitCode = 1;
}

// node download-mongod.mjs FOLDER: downloads a MongoDB into FOLDER with mongodb-memory-server, and prints its path.
// Plain JavaScript, because it runs in its own process and must start on all supported versions of Node.
import { MongoBinary } from 'mongodb-memory-server-core';

try {
  const binary = await MongoBinary.getPath({ downloadDir: process.argv[2] });
  console.log(`\nmongod at ${binary}`);
} catch (error) {
  console.error(String(error).replaceAll(/\s+/g, ' '));
  process.exitCode = 1;
}

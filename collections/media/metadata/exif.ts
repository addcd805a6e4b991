/** What an Exif block says that the picture needs. */
export interface Exif {
  /** How the picture is to be turned, 1 to 8 (Exif 2.32, 4.6.4, tag 274); 1 if it is not. */
  orientation: number;
  /** Whether it says nothing else. */
  isBare: boolean;
}

const ORIENTATION = 0x0112;

/** Bytes of the header, the number of entries, and each entry of a TIFF directory. */
const [HEADER, COUNT, ENTRY] = [8, 2, 12];

/** Reads the first directory of an Exif block, from its TIFF header on. What cannot be read says nothing. */
export function readExif(tiff: Buffer): Exif {
  const unknown = { orientation: 1, isBare: false };
  const order = tiff.toString('latin1', 0, 2);
  if ((order !== 'II' && order !== 'MM') || tiff.length < HEADER) return unknown;
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (directory + COUNT > tiff.length) return unknown;
  const entries = short(directory);
  const end = directory + COUNT + entries * ENTRY;
  if (end > tiff.length) return unknown;
  for (let at = directory + COUNT; at < end; at += ENTRY) {
    if (short(at) !== ORIENTATION) continue;
    const said = short(at + 8);
    const isBare = entries === 1 && directory === HEADER && tiff.length === end + 4 && long(end) === 0;
    return { orientation: said >= 1 && said <= 8 ? said : 1, isBare };
  }
  return unknown;
}

/** An Exif block that says only how the picture is to be turned: little-endian, one entry, no further directory. */
export function bareExif(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

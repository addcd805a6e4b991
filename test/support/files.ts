import { crc32 } from 'node:zlib';

/** A zip with these parts, stored as they are. */
export function zip(parts: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const [path, data] = [Buffer.from(name), Buffer.from(content)];
    // Version, flags, method, time, date, checksum, sizes, length of the name, extra field.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, path, data]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, place, path]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(locals.length, 4);
  end.writeUInt16LE(locals.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end]);
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** A file of Office with a main part of a type, and other parts. */
export function office(mainType: string, parts: Record<string, string> = {}): Buffer {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/main.xml" ContentType="${mainType}.main+xml"/></Types>`;
  return zip({
    '[Content_Types].xml': types,
    '_rels/.rels': '<Relationships/>',
    'main.xml': '<a/>',
    ...parts,
  });
}

export const docx = (parts?: Record<string, string>): Buffer =>
  office(`${OFFICE}.wordprocessingml.document`, parts);

/** A file of ODF, such as `text`. */
export const openDocument = (kind: string, parts: Record<string, string> = {}): Buffer =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': '<a/>',
    'META-INF/manifest.xml': '<a/>',
    ...parts,
  });

/** A PDF of one empty page. @param bytes how large it is */
export function pdf(bytes = 1000): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ];
  const head = '%PDF-1.4\n';
  const places: number[] = [];
  let body = head;
  for (const [index, object] of objects.entries()) {
    places.push(body.length);
    body += `${index + 1} 0 obj${object}endobj\n`;
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const tail = (from: number) =>
    `xref\n0 4\n0000000000 65535 f \n${rows}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${from}\n%%EOF\n`;
  const comment = bytes - body.length - tail(bytes).length;
  if (comment < 2) return Buffer.from(body + tail(body.length));
  body += `%${' '.repeat(comment - 2)}\n`;
  const rest = tail(body.length);
  return Buffer.from(body + rest);
}

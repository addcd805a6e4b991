import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { findImageFile } from '../../collections/access/imageFiles.ts';
import { image, local, post, section, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { rest } from '../support/rest.ts';

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload();
});

const file = { data: PIXEL, mimetype: 'image/png', name: 'pixel.png', size: PIXEL.length };

it('an image with neither a file nor an address is refused, new or changed, and lists go on showing what was', async () => {
  await expect(image(payload, { legacy_url: null })).rejects.toMatchObject({
    status: 400,
    data: { errors: [{ path: 'legacy_url' }] },
  });
  const { id } = await image(payload);
  await post(payload, { post_image: id });
  const changed = local(payload).update('media', id, { legacy_url: null });
  await expect(changed).rejects.toMatchObject({ status: 400 });
  const [element] = await served(payload, 'news-posts');
  expect(element?.post_image).toBe('https://cdn.portal.example/a.png');
});

it('an image needs no address that has a file, nor a file that has an address', async () => {
  const uploaded = await payload.create({
    collection: 'media' as never,
    data: { alt: 'α' } as never,
    file,
  });
  await local(payload).update('media', (uploaded as { id: number }).id, { alt: 'β' });
  const { id } = await image(payload);
  await local(payload).update('media', id, { alt: 'γ' });
});

it('its file is for anybody while something published shows the image, and for nobody by another name', async () => {
  const upload = async (name: string) => {
    const data = { alt: name } as never;
    const { id } = await payload.create({ collection: 'media' as never, data, file: { ...file, name } });
    return id as number | string;
  };
  const isPublished = async (name: string) => (await findImageFile(payload, name))?.isPublished;
  const image = await upload('εικόνα 1.png');
  const other = await upload('other.png');
  expect(await isPublished('εικόνα 1.png')).toBe(false);

  const { id } = await section(payload, { featured_image: image, _status: 'draft' });
  expect(await isPublished('εικόνα 1.png')).toBe(false);
  await local(payload).update('featured-sections', id, { _status: 'published' });
  expect(await findImageFile(payload, 'εικόνα 1.png')).toEqual({ mimeType: 'image/png', isPublished: true });
  await local(payload).update('featured-sections', id, { featured_image: other }, { draft: true });
  expect([await isPublished('εικόνα 1.png'), await isPublished('other.png')]).toEqual([true, false]);
  await local(payload).update('featured-sections', id, { _status: 'draft' });
  expect(await isPublished('εικόνα 1.png')).toBe(false);

  await post(payload, { post_thumbnail: image });
  expect(await isPublished('εικόνα 1.png')).toBe(true);
  await post(payload, { post_image: other });
  expect(await isPublished('other.png')).toBe(true);
  expect(await findImageFile(payload, 'Other.png')).toBeUndefined();
});

it("Payload's own way to the files lets strangers have no other", async () => {
  await payload.create({
    collection: 'media' as never,
    data: { alt: 'α' } as never,
    file: { ...file, name: 'own.png' },
  });
  const { status } = await rest(payload)('GET', 'media/file/own.png');
  expect(status).toBe(404);
});

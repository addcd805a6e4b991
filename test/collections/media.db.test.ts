import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { image, local, post, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';

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

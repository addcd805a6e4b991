import { expect, it } from 'vitest';
import { openApiDocument } from '../../../endpoints/openapi/index.ts';

it('the OpenAPI document of the lists is this one', async () => {
  await expect(`${JSON.stringify(openApiDocument(), null, 2)}\n`).toMatchFileSnapshot(
    '../../fixtures/openapi.json',
  );
});

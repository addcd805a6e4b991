import type { Payload } from 'payload';
import { describe, expect, it } from 'vitest';
import { importCapture } from '../../src/migration/index.ts';
import { startPayload } from '../support/payload.ts';
import { notAsCaptured } from './sameAsCapture.ts';

const CAPTURE = 'test/fixtures/legacy-capture';

describe('the capture of a small portal', () => {
  it('is served byte for byte after its import', async () => {
    const payload = await startPayload();
    const report = await importCapture(payload, { from: CAPTURE });
    expect(await notAsCaptured(payload, CAPTURE)).toEqual([]);
    const again = await importCapture(payload, { from: CAPTURE });
    console.log(JSON.stringify(again, null, 1));
    expect(await notAsCaptured(payload, CAPTURE)).toEqual([]);
  });
});

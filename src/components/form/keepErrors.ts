'use client';
import { toast } from '@payloadcms/ui';

const LASTING = { duration: Number.POSITIVE_INFINITY };

let isKept = false;

/**
 * Messages of errors stay until they are closed or something goes well; Payload takes them away after four seconds, and has
 * no option for errors alone.
 */
export function keepErrors(): void {
  if (isKept) return;
  isKept = true;
  const { error, promise, success } = toast;
  toast.error = (message, options) => error(message, { ...LASTING, ...options });
  toast.success = (message, options) => {
    for (const { id, type } of toast.getToasts() as { id: number | string; type?: string }[]) {
      if (type === 'error') toast.dismiss(id);
    }
    return success(message, options);
  };
  toast.promise = (saved, options) => {
    if (!(saved instanceof Promise)) return promise(saved, options);
    const { success: said, ...rest } = options ?? {};
    // What goes wrong is said by `rest`.
    saved.then(
      async (result) => toast.success(typeof said === 'function' ? await said(result) : said),
      () => undefined,
    );
    return promise(saved, { ...rest, ...LASTING });
  };
}

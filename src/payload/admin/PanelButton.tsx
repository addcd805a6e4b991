'use client';
import { Button } from '@payloadcms/ui';
import type { ComponentProps } from 'react';

/** A button of a notice or a drawer, without the margin of Payload's. @param isFirst what is done most */
export function PanelButton({ isFirst, ...props }: ComponentProps<typeof Button> & { isFirst?: boolean }) {
  const buttonStyle = isFirst ? 'primary' : 'secondary';
  return <Button buttonStyle={buttonStyle} margin={false} type="button" {...props} />;
}

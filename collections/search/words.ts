/** The words of a text as they are searched: small letters without accents, a final sigma as any other. */
export function words(text: string): string[] {
  const folded = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ς', 'σ');
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The symbol of a file that is no image, with its type, such as PDF. */
export function FileSymbol({ name }: { name: string }) {
  return (
    <span className="file-symbol">
      <svg aria-hidden="true" fill="none" height="48" viewBox="0 0 20 20" width="48">
        <path d="M5.5 2.5h6l3 3v12h-9zM11.5 2.5v3h3" stroke="currentColor" strokeWidth="0.75" />
      </svg>
      <strong>{name.split('.').at(-1)?.toUpperCase()}</strong>
    </span>
  );
}

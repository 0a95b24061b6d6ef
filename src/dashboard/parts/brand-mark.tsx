// The sign of the house, for the frame and the entry page.

export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" />
      <path d="M9 8h6.5a8 8 0 0 1 0 16H9zM9 16h8" />
    </svg>
  );
}

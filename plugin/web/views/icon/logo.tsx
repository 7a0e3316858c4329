/** The small gate beside the great one, as on the sign-in page (plugin/pages/logo.ts). */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg class="logo" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect class="logo-wall" width="32" height="32" rx="8" />
      <path class="logo-gate" d="M8 24.5V15a8 8 0 0 1 16 0v9.5" />
      <path class="logo-letter" d="M11.5 17.5h9v7h-9z" />
      <path class="logo-fold" d="m11.5 18 4.5 3.5 4.5-3.5" />
    </svg>
  )
}

import { useApp } from '../../app/app-context.ts'

/** Where the administrator says more; each in a tab of its own, so that nothing someone writes is left. */
export function BrandLinks() {
  const { env, text } = useApp()
  const links = env.brand?.links
  const shown = [
    [text.help, links?.help],
    [text.privacy, links?.privacy],
    [text.legalNotice, links?.legal],
  ] as const
  if (shown.every(([, url]) => !url)) return null
  return (
    <p class="plain-links">
      {shown.map(([label, url]) =>
        url ? (
          <a key={label} href={url} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        ) : null,
      )}
    </p>
  )
}

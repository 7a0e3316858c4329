import { useApp } from '../../../app/app-context.ts'
import type { Extensions } from '../../../state/filters/offered.ts'
import { formatList } from '../../../texts/lists.ts'

/** Why the mail server cannot do what a stored rule says; nothing where it can. */
export function Unsupported({ missing }: { readonly missing: Extensions }) {
  const { laterText } = useApp()
  if (missing.length === 0) return null
  const extensions = formatList(missing)
  return <small class="field-problem">{laterText.filters.unsupported({ extensions })}</small>
}

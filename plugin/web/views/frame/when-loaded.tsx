import type { LazyPart } from '../../state/settings/lazy-part.ts'

/** A view of the later part, once its code is there. */
export function WhenLoaded({ part }: { readonly part: LazyPart }) {
  const View = part.View.value
  return View === undefined ? null : <View />
}

import { effectOf } from '../request/hot-request.ts'
import { isSignInAddress } from './sign-in-form.ts'

/**
 * Whether a request to Roundcube may change what a user's next sign-in needs: their language, or, in what a plugin brings,
 * a second factor. What the page keeps of its own look changes neither.
 */
export function mayChangeSignIn(method: string, query: URLSearchParams): boolean {
  if (isSignInAddress(method, query)) return false
  const action = query.get('_action') ?? ''
  if (action.startsWith('plugin.')) return true
  const isLook = query.get('_task') === 'utils' && action === 'save-pref'
  return !isLook && method === 'POST' && effectOf(method, query) === 'everything'
}
